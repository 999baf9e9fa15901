import type { ExportRequest } from "@/data/exports/export-requests";
import { exportRequestName } from "@/features/exports/model/export-rules";
import { pluralize } from "@/lib/text/numbers";

const MINUTE_SECONDS = 60;

/** Ms after which a wait is worth a word: most servers answer at once. */
export const SLOW_REQUEST_MS = 1_500;

/** "12 seconds", "3 minutes". @param ms at least 0 */
export function formatWaitTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return seconds < 2 * MINUTE_SECONDS
    ? pluralize(seconds, "second", "seconds")
    : pluralize(Math.floor(seconds / MINUTE_SECONDS), "minute", "minutes");
}

/** Whether a request is not answered yet. */
export function isRequestPending({ state }: ExportRequest): boolean {
  return state === "waiting" || state === "sending";
}

/** "CSV table of insight 7", or how many they are. */
export function exportRequestNames(requests: readonly ExportRequest[]): string {
  const [first] = requests;
  return first !== undefined && requests.length === 1
    ? exportRequestName(first.body)
    : pluralize(requests.length, "export", "exports");
}
