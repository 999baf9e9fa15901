import type { ExportRequest } from "@/data/exports/export-requests";
import { exportRequestName } from "@/features/exports/model/export-rules";
import { formatCount, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";

const MINUTE_SECONDS = 60;

/** Time after which the user sees that a request is pending. Most servers respond faster. */
export const SLOW_REQUEST_MS = 1_500;

/**
 * Formats a wait time, such as "12 seconds" or "3 minutes".
 * @param ms at least 0
 */
export function formatWaitTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return seconds < 2 * MINUTE_SECONDS
    ? pluralize(seconds, "second", "seconds")
    : pluralize(Math.floor(seconds / MINUTE_SECONDS), "minute", "minutes");
}

export function isRequestPending({ state }: ExportRequest): boolean {
  return state === "waiting" || state === "sending";
}

/** Returns the name of a single requested export, or the number of exports. */
export function exportRequestNames(requests: readonly ExportRequest[]): string {
  const [first] = requests;
  return first !== undefined && requests.length === 1
    ? exportRequestName(first.body)
    : pluralize(requests.length, "export", "exports");
}

/**
 * Returns a title for failed requests. The title doesn't claim a failure if an outcome is unknown.
 */
export function failedRequestsTitle(failed: readonly ExportRequest[]): string {
  const isUnknown = failed.some(({ state }) => state === "unknown");
  return `${isUnknown ? "Couldn't confirm creation of" : "Couldn't create"} ${exportRequestNames(failed)}`;
}

/** @param sent the pending requests that have already been sent */
export function pendingRequestsTitle(
  sent: readonly ExportRequest[],
  pending: readonly ExportRequest[],
): string {
  return sent.length > 0
    ? `No response yet: ${exportRequestNames(sent)}`
    : `Not sent yet: ${exportRequestNames(pending)}`;
}

export function queuedRequestsMessage(count: number): string {
  return count === 1
    ? "1 export is queued. Stopping cancels it."
    : `${formatCount(count)} exports are queued. Stopping cancels them.`;
}

/**
 * Summarizes the failed requests of a form.
 * @param totalCount number of requests, including successful ones
 */
export function describeFailedRequests(failed: readonly ExportRequest[], totalCount: number): Problem {
  const messages = failed.map(({ body, problem }) => `${exportRequestName(body)}: ${problem?.detail ?? ""}`);
  return {
    title: `${formatCount(failed.length)} of ${pluralize(totalCount, "export", "exports")} couldn't be created`,
    detail: `${messages.join(" ")} The failed exports stay in the form.`,
    canRetry: true,
  };
}
