import * as z from "zod/mini";
import type { Api } from "@/data/backend/backend";
import type { OffboardingChoices } from "./offboarding-plan";
import { offboardingChoicesSchema } from "./offboarding-record";

/** The user's choices before an offboarding starts. Stored per tab, so that they survive a reload or crash. */
export interface OffboardingDraft {
  readonly read: () => OffboardingChoices | null;
  readonly save: (choices: OffboardingChoices) => void;
  readonly clear: () => void;
}

/**
 * Opens an offboarding's draft. The draft's methods never throw.
 * @param subject identifies the offboarding, such as the query string of its URL
 */
export function offboardingDraft({ client, projectId }: Api, subject: string): OffboardingDraft {
  const { id, key } = client.connection;
  const storageKey = `environs.offboarding.${id}.${projectId}.${subject}`;
  const ignoreErrors = <Result>(work: () => Result): Result | null => {
    try {
      return work();
    } catch {
      return null;
    }
  };
  const clear = () => void ignoreErrors(() => sessionStorage.removeItem(storageKey));
  return {
    read: () =>
      ignoreErrors(() =>
        z.parse(offboardingChoicesSchema, JSON.parse(sessionStorage.getItem(storageKey) ?? "null")),
      ),
    save(choices) {
      const text = JSON.stringify(choices);
      // The API key is never stored, even if the user pasted it into a field.
      if (key !== "" && text.includes(JSON.stringify(key).slice(1, -1))) clear();
      else ignoreErrors(() => sessionStorage.setItem(storageKey, text));
    },
    clear,
  };
}
