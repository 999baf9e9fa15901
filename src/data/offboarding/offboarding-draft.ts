import * as z from "zod/mini";
import type { Api } from "@/data/client/api-context";
import type { OffboardingChoices } from "./offboarding-plan";
import { offboardingChoicesSchema } from "./offboarding-record";

/** What was chosen for an offboarding that has not been run yet, kept in its tab: a page that breaks down loses nothing. */
export interface OffboardingDraft {
  /** Null where nothing was chosen, or the browser keeps nothing. */
  readonly read: () => OffboardingChoices | null;
  readonly save: (choices: OffboardingChoices) => void;
  readonly clear: () => void;
}

/**
 * The draft of one offboarding. Never throws.
 * @param of what it is found by again, such as the search of its address
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
      // Whatever is pasted into a field, the key stays where it is.
      if (key !== "" && text.includes(JSON.stringify(key).slice(1, -1))) clear();
      else ignoreErrors(() => sessionStorage.setItem(storageKey, text));
    },
    clear,
  };
}
