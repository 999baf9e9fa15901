import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import type { ItemStatus } from "./bulk-job-items";

/** Result of items that needed no request. */
export const ALREADY_UP_TO_DATE = "Already up to date.";
export const FIRST_ATTEMPT_SUCCEEDED = "The first attempt succeeded, so the change wasn't resent.";
export const DEPENDENCY_FAILED = "Skipped: an earlier step failed.";
export const DEPENDENCY_NOT_UNDONE = "Skipped: a change that must be undone first can't be undone.";
export const NOT_IN_JOURNAL = "This change is no longer in Activity, so it can't be undone.";

export function failureMessage({ title, detail }: Pick<Problem, "title" | "detail">): string {
  return `${title}. ${detail}`;
}

export function precheckFailedMessage(problem: Pick<Problem, "title" | "detail">): string {
  return `Couldn't check the current state. ${failureMessage(problem)}`;
}

export function creationUnknownMessage({ title }: Pick<Problem, "title">): string {
  return `${title}. The record may still have been created. Check the list before you create it again.`;
}

/** Summarizes a result: "988 done, 7 failed, and 5 with unknown outcome." */
export function bulkJobResultMessage(counts: Readonly<Record<ItemStatus, number>>): string {
  const parts = [
    `${formatCount(counts.done)} done`,
    counts.failed > 0 && `${formatCount(counts.failed)} failed`,
    counts.unknown > 0 && `${formatCount(counts.unknown)} with unknown outcome`,
    counts.changed > 0 && pluralize(counts.changed, "conflict", "conflicts"),
    counts.waiting > 0 && `${formatCount(counts.waiting)} not sent`,
  ].filter((part) => part !== false);
  return `${formatList(parts)}.`;
}
