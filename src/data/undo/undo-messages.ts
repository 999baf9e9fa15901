import type { Problem } from "@/lib/text/problem";

/** Reasons why a change can't be undone, whatever the state of its record. */
export const UNDO_BLOCKERS = {
  inProgress: "This change is still in progress.",
  failed: "Nothing to undo: this change failed.",
  outcomeUnknown: "The outcome is unknown. Check it first.",
  export: "Creating an export can't be undone. Exports are deleted when they expire.",
  undone: "Already undone.",
  noRecord: "The changed record is unknown.",
  previousUnknown: "The previous value is unknown.",
  previousRedacted: "The previous value contained the API key, so it wasn't stored.",
  messageSent: "A sent message can't be recalled.",
  webhookHidden: "The previous webhook is unknown because the server returns only its host.",
  noEffect: "This change had no effect.",
} as const;

/** Reasons why a record's current state prevents an undo. */
export const UNDO_CONFLICTS = {
  subscriptionGone: "The subscription no longer exists.",
  inTrash: "Already in Trash.",
  levelRemoved: "The explicit level was already removed.",
  levelRemovedByOther: "Someone else removed the explicit level.",
} as const;

export const UNDO_NOTES = {
  movesToTrash: "Moves the subscription to Trash. Past deliveries aren't affected.",
  keepsOrganizationAccess: "Access from the organization isn't affected.",
} as const;

export function levelAddedAgainMessage(level: string): string {
  return `An explicit level was added again. It is now ${level}.`;
}

/**
 * @param left the value after the change
 * @param current the record's current value
 */
export function fieldConflictMessage(field: string, left: string, current: string): string {
  return `${field} later changed from “${left}” to “${current}”.`;
}

export function unreadableRecordMessage({ title, detail }: Pick<Problem, "title" | "detail">): string {
  return `Couldn't load the current state. ${title}. ${detail}`;
}

/** @param previousDate formatted date, or null when unknown */
export function joinDateNote(previousDate: string | null): string {
  return previousDate === null
    ? "The join date will be reset."
    : `The join date will be reset. It was ${previousDate}.`;
}

/** @param name title of the subscription that can't be restored */
export function withheldMessage(name: string): string {
  return `Skipped: “${name}” can't be restored, and undoing this change would leave its former recipients without deliveries.`;
}
