import * as z from "zod/mini";
import type { Api } from "@/data/client/api-context";
import type { OffboardingChoices } from "./offboarding-plan";
import { offboardingChoices } from "./offboarding-record";

/** What was chosen for an offboarding that has not been run yet, kept in its tab: a page that breaks down loses nothing. */
export interface OffboardingDraft {
  /** Null where nothing was chosen, or the browser keeps nothing. */
  readonly read: () => OffboardingChoices | null;
  readonly keep: (choices: OffboardingChoices) => void;
  readonly forget: () => void;
}

/**
 * The draft of one offboarding. Never throws.
 * @param of what it is found by again, such as the search of its address
 */
export function offboardingDraft({ client, projectId }: Api, of: string): OffboardingDraft {
  const { id, key } = client.connection;
  const place = `environs.offboarding.${id}.${projectId}.${of}`;
  const leniently = <Result>(work: () => Result): Result | null => {
    try {
      return work();
    } catch {
      return null;
    }
  };
  const forget = () => void leniently(() => sessionStorage.removeItem(place));
  return {
    read: () =>
      leniently(() => z.parse(offboardingChoices, JSON.parse(sessionStorage.getItem(place) ?? "null"))),
    keep(choices) {
      const text = JSON.stringify(choices);
      // Whatever is pasted into a field, the key stays where it is.
      if (key !== "" && text.includes(JSON.stringify(key).slice(1, -1))) forget();
      else leniently(() => sessionStorage.setItem(place, text));
    },
    forget,
  };
}
