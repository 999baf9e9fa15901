import type { Making } from "@/data/exports/export-requests";
import { requestName } from "@/features/exports/model/export-rules";
import { plural } from "@/lib/text/numbers";

const MINUTE_S = 60;

/** Ms after which a wait is worth a word: most servers answer at once. */
export const WORTH_A_WORD = 1_500;

/** "12 seconds", "3 minutes". @param ms at least 0 */
export function waitedWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return seconds < 2 * MINUTE_S
    ? plural(seconds, "second", "seconds")
    : plural(Math.floor(seconds / MINUTE_S), "minute", "minutes");
}

/** Whether a request is not answered yet. */
export function isUnderWay({ state }: Making): boolean {
  return state === "waiting" || state === "sending";
}

/** "CSV table of insight 7", or how many they are. */
export function makingNames(makings: readonly Making[]): string {
  const [only] = makings;
  return only !== undefined && makings.length === 1
    ? requestName(only.body)
    : plural(makings.length, "export", "exports");
}
