import { describeError } from "@/api/describe-error";
import type { ExplicitMember } from "@/api/members";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import type { NewMember } from "@/data/changes/planned-change";
import type { FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import type { Problem } from "@/lib/text/problem";

interface StepBase {
  readonly entry: JournalEntry;
  readonly changes: readonly FieldChange[];
  /** Describes side effects or limits of the undo, such as immediate deliveries. */
  readonly note: string | null;
}

/** Undoes a change to a subscription. `before` is the expected record before the step. */
export interface SubscriptionStep extends StepBase {
  readonly resource: "subscription";
  readonly kind: "change";
  readonly before: Subscription;
  readonly body: SubscriptionChange;
  /** Fields whose values must be unchanged when the step is sent. */
  readonly precondition?: readonly (keyof SubscriptionChange)[];
}

export type MemberStep = StepBase & { readonly resource: "member" } & (
    | { readonly kind: "create"; readonly body: NewMember; readonly hasNoJoinDate?: boolean }
    | { readonly kind: "change"; readonly before: ExplicitMember; readonly body: { readonly level: number } }
    | { readonly kind: "remove"; readonly before: ExplicitMember }
  );

export type UndoStep = SubscriptionStep | MemberStep;

/**
 * `read`: the record couldn't be loaded. `gone`: the record doesn't exist anymore. `changed`: the
 * record has changed since the entry was recorded. `entry`: the entry itself can't be undone.
 */
export type UndoRefusal = "entry" | "read" | "gone" | "changed";

export interface ImpossibleUndo {
  readonly kind: "refused";
  readonly entry: JournalEntry;
  readonly why: string;
  readonly refusal: UndoRefusal;
  readonly current?: Subscription;
  /** Whether all fields already have their previous values. */
  readonly isAlreadyUndone?: boolean;
  readonly error?: unknown;
}

export type UndoPlanItem = { readonly kind: "step"; readonly step: UndoStep } | ImpossibleUndo;

/** The expected state of a record. `plan` returns the undo of an entry and the state after it. */
export interface UndoState {
  readonly plan: (entry: JournalEntry) => { readonly item: UndoPlanItem; readonly nextState: UndoState };
}

export function createRefusedState(reason: Pick<ImpossibleUndo, "why" | "refusal" | "error">): UndoState {
  const state: UndoState = {
    plan: (entry) => ({ item: { kind: "refused", entry, ...reason }, nextState: state }),
  };
  return state;
}

export function createUnreadableState(error: unknown): UndoState {
  return createRefusedState({ why: unreadableRecordMessage(describeError(error)), refusal: "read", error });
}

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

function unreadableRecordMessage({ title, detail }: Pick<Problem, "title" | "detail">): string {
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
