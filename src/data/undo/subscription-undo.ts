import type { ReadOptions } from "@/api/client";
import { HttpError } from "@/api/errors";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { currentSendingRules, type SendingRules } from "@/data/capabilities/capabilities";
import { fieldLabel, formatFieldValue, isSameValue } from "@/data/changes/change-labels";
import { DELIVERY_FIELDS } from "@/data/changes/planned-change";
import type { FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import { REDACTED, WRITE_ONLY_FIELD } from "@/data/journal/journal-entry";
import { deliveryWarning } from "@/data/subscriptions/save-effect-messages";
import { readSubscriptionNow } from "@/data/subscriptions/subscription-mutations";
import { isOpaqueChannel } from "@/lib/recipients/recipients";
import type { SubscriptionStep, UndoPlanItem, UndoState } from "./undo-plan";
import {
  createRefusedState,
  createUnreadableState,
  fieldConflictMessage,
  UNDO_BLOCKERS,
  UNDO_CONFLICTS,
  UNDO_NOTES,
} from "./undo-plan";

/**
 * Returns why a change can never be undone. Returns null if the current record determines whether
 * it can be undone.
 */
export function subscriptionUndoBlocker(entry: JournalEntry): string | null {
  if (entry.kind === "tested") return UNDO_BLOCKERS.messageSent;
  const inverse = invertChanges(entry);
  if (inverse.some(({ after }) => after === undefined)) return UNDO_BLOCKERS.previousUnknown;
  if (inverse.some(({ after }) => after === REDACTED)) return UNDO_BLOCKERS.previousRedacted;
  if (hidesWebhook(entry)) return UNDO_BLOCKERS.webhookHidden;
  if (inverse.length > 0) return null;
  return entry.changes.some(({ field }) => field === WRITE_ONLY_FIELD)
    ? UNDO_BLOCKERS.messageSent
    : UNDO_BLOCKERS.noEffect;
}

function hidesWebhook({ kind, changes }: JournalEntry, channel?: string): boolean {
  if (kind === "created") return false;
  const target = changes.find(({ field }) => field === "target_value");
  const previous = changes.find(({ field }) => field === "target_type")?.before ?? channel;
  if (target === undefined) return false;
  if (typeof previous === "string") return isOpaqueChannel(previous);
  // A different value was sent, but the response repeated the old one, so the server hides the target.
  return target.before !== undefined && target.before === target.after;
}

/** Loads the current subscription for planning an undo. */
export async function readSubscriptionState(api: Api, id: number, options: ReadOptions): Promise<UndoState> {
  try {
    const record = await readSubscriptionNow(api, id, options);
    return createSubscriptionState(record, currentSendingRules(api));
  } catch (error) {
    return error instanceof HttpError && error.status === 404
      ? createRefusedState({ why: UNDO_CONFLICTS.subscriptionGone, refusal: "gone", error })
      : createUnreadableState(error);
  }
}

function createSubscriptionState(record: Subscription, rules: SendingRules): UndoState {
  return {
    plan(entry) {
      const item = planEntryUndo(entry, record, rules);
      if (item.kind !== "step" || item.step.resource !== "subscription")
        return { item, nextState: createSubscriptionState(record, rules) };
      // Plans the undo of the next older entry against the record as this undo leaves it.
      const nextRecord = { ...record, ...withoutUndefined(item.step.body) };
      return { item, nextState: createSubscriptionState(nextRecord, rules) };
    },
  };
}

/**
 * Swaps the values before and after. Omits the invitation message and unchanged fields. The inverse
 * of a creation is a move to Trash.
 */
function invertChanges({ kind, changes }: JournalEntry): readonly FieldChange[] {
  if (kind === "created") return [{ field: "deleted", before: false, after: true }];
  return changes
    .filter(
      ({ field, before, after }) =>
        field !== WRITE_ONLY_FIELD && (before === undefined || !isSameValue(field, before, after)),
    )
    .map(({ field, before, after }) => ({ field, before: after, after: before }));
}

/**
 * Fields that must be unchanged since a creation. Otherwise, undoing the creation would discard
 * later changes.
 */
const CREATED_FIELDS = ["title", ...DELIVERY_FIELDS] as const satisfies readonly (keyof SubscriptionChange)[];

/** Returns the server's default for a field that a creation didn't send. */
function defaultValue(field: string, current: unknown): unknown {
  if (field === "interval") return 1;
  // Servers that can't pause don't return this field.
  if (field === "enabled") return (current ?? null) === null ? null : true;
  const isEmpty = current === "" || (Array.isArray(current) && current.length === 0);
  return isEmpty ? current : null;
}

function createdValues({ changes }: JournalEntry, record: Subscription) {
  const sent = new Map(changes.map(({ field, after }) => [field, after]));
  return CREATED_FIELDS.map((field) => ({
    field,
    before: sent.has(field) ? sent.get(field) : defaultValue(field, record[field]),
  }));
}

function planEntryUndo(entry: JournalEntry, record: Subscription, rules: SendingRules): UndoPlanItem {
  if (hidesWebhook(entry, record.target_type))
    return { kind: "refused", entry, why: UNDO_BLOCKERS.webhookHidden, refusal: "entry", current: record };
  const changes = invertChanges(entry);
  const expected = [...changes, ...(entry.kind === "created" ? createdValues(entry, record) : [])];
  const first = expected.find(({ field, before }) => !isSameValue(field, record[field], before));
  if (first !== undefined) {
    const why =
      entry.kind === "created" && first.field === "deleted"
        ? UNDO_CONFLICTS.inTrash
        : fieldConflictMessage(
            fieldLabel(first.field),
            formatFieldValue(first.field, first.before),
            formatFieldValue(first.field, record[first.field]),
          );
    const isAlreadyUndone = changes.every(({ field, after }) => isSameValue(field, record[field], after));
    return { kind: "refused", entry, why, refusal: "changed", current: record, isAlreadyUndone };
  }
  const body: SubscriptionChange = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  const step: SubscriptionStep = {
    resource: "subscription",
    kind: "change",
    entry,
    before: record,
    body,
    changes,
    note: entry.kind === "created" ? UNDO_NOTES.movesToTrash : deliveryWarning(record, body, rules),
    ...(entry.kind === "created" && { precondition: CREATED_FIELDS }),
  };
  return { kind: "step", step };
}

function withoutUndefined(body: SubscriptionChange): Partial<Subscription> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}
