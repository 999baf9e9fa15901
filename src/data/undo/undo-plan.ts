import type { ExplicitMember } from "@/contract/members";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import type { NewMember } from "@/data/changes/planned-change";
import type { FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import { describeError } from "@/http/describe-error";

interface StepBase {
  readonly entry: JournalEntry;
  readonly changes: readonly FieldChange[];
  /** What leaves the house with it, or cannot be called back. */
  readonly note: string | null;
}

/** What takes a write on a delivery back; `before` is the record as it stands when the step's turn comes. */
export interface SubscriptionStep extends StepBase {
  readonly resource: "subscription";
  readonly kind: "change";
  readonly before: Subscription;
  readonly body: SubscriptionChange;
  /** Fields that must not have changed when the step is sent. */
  readonly precondition?: readonly (keyof SubscriptionChange)[];
}

/** What takes a write on an explicit member back. */
export type MemberStep = StepBase & { readonly resource: "member" } & (
    | { readonly kind: "create"; readonly body: NewMember }
    | { readonly kind: "change"; readonly before: ExplicitMember; readonly body: { readonly level: number } }
    | { readonly kind: "remove"; readonly before: ExplicitMember }
  );

/** What will be sent to take a write back. */
export type UndoStep = SubscriptionStep | MemberStep;

/** Why a write is not taken back: `read` where its record could not be read, `changed` where it is another one now. */
export type UndoRefusal = "entry" | "read" | "gone" | "changed";

/** A write that is not taken back. */
export interface RefusedUndo {
  readonly kind: "refused";
  readonly entry: JournalEntry;
  readonly why: string;
  readonly refusal: UndoRefusal;
  /** The delivery as it is now, where it could be read. */
  readonly current?: Subscription;
  /** Whether all of it stands as it did before the write, so that there is nothing left to take back. */
  readonly isAlreadyUndone?: boolean;
  /** What the reading failed with. */
  readonly error?: unknown;
}

/** What undoing one entry comes to. */
export type UndoPlanItem = { readonly kind: "step"; readonly step: UndoStep } | RefusedUndo;

/** A record as an undo finds it: plans the undo of an entry, and tells how the record will stand after it. */
export interface UndoState {
  readonly plan: (entry: JournalEntry) => { readonly item: UndoPlanItem; readonly nextState: UndoState };
}

/** A record for which no undo can be planned, and why. */
export function createRefusedState(reason: Pick<RefusedUndo, "why" | "refusal" | "error">): UndoState {
  const state: UndoState = {
    plan: (entry) => ({ item: { kind: "refused", entry, ...reason }, nextState: state }),
  };
  return state;
}

/** A record that could not be read. */
export function createUnreadableState(error: unknown): UndoState {
  const { title, detail } = describeError(error);
  return createRefusedState({ why: `It could not be read: ${title}. ${detail}`, refusal: "read", error });
}
