import type { Problem } from "@/lib/text/problem";

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
