import { describeError } from "@/api/describe-error";
import type { ExplicitMember } from "@/api/members";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import type { NewMember } from "@/data/changes/planned-change";
import type { FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import { unreadableRecordMessage } from "./undo-messages";

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
