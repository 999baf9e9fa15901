import type { QueryClient } from "@tanstack/react-query";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { fieldLabel, formatFieldValue } from "@/data/changes/change-labels";
import { isSameValue } from "@/data/changes/same-value";
import type { Api } from "@/data/client/api-context";
import { type FieldChange, type JournalEntry, REDACTED } from "@/data/journal/journal-entry";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { HttpError } from "@/http/errors";
import { diffRecipients } from "@/lib/recipients/recipient-text";
import { pluralForm, pluralize } from "@/lib/text/numbers";
import {
  createRefusedState,
  createUnreadableState,
  type SubscriptionStep,
  type UndoPlanItem,
  type UndoState,
} from "./undo-plan";

/** Fields no server keeps: what was sent stays sent. */
const WRITE_ONLY_FIELD = "invite_message";

/** Why a write on a delivery that was done can never be taken back; null where that depends on the record. */
export function subscriptionUndoBlocker(entry: JournalEntry): string | null {
  const inverse = invertChanges(entry);
  if (inverse.some(({ after }) => after === undefined)) return "What stood there before is not known.";
  if (inverse.some(({ after }) => after === REDACTED))
    return "What stood there held the key, and was not kept.";
  if (inverse.length > 0) return null;
  return entry.changes.some(({ field }) => field === WRITE_ONLY_FIELD)
    ? "A message that was sent cannot be called back."
    : "It changed nothing.";
}

/** The delivery as the server has it at this moment, for an undo. */
export async function readSubscriptionState(
  queryClient: QueryClient,
  api: Api,
  id: number,
): Promise<UndoState> {
  const reading = await fetchSubscriptionNow(queryClient, api, id);
  if ("record" in reading) return createSubscriptionState(reading.record);
  const { error } = reading;
  return error instanceof HttpError && error.status === 404
    ? createRefusedState({ why: "The server does not have it any more.", refusal: "gone", error })
    : createUnreadableState(error);
}

function createSubscriptionState(record: Subscription): UndoState {
  return {
    plan(entry) {
      const item = planEntryUndo(entry, record);
      if (item.kind !== "step" || item.step.resource !== "subscription")
        return { item, nextState: createSubscriptionState(record) };
      // The next entry on this record finds what this one will leave.
      return { item, nextState: createSubscriptionState({ ...record, ...withoutUndefined(item.step.body) }) };
    },
  };
}

/** The fields that go back, from what the write has left to what stood there before. */
function invertChanges({ kind, changes }: JournalEntry): readonly FieldChange[] {
  if (kind === "created") return [{ field: "deleted", before: false, after: true }];
  return changes
    .filter(
      ({ field, before, after }) =>
        field !== WRITE_ONLY_FIELD && (before === undefined || !isSameValue(field, before, after)),
    )
    .map(({ field, before, after }) => ({ field, before: after, after: before }));
}

/** Fields that servers leave empty when a creation doesn't send them. */
const OPTIONAL_FIELDS = [
  "dashboard",
  "insight",
  "byweekday",
  "bysetpos",
  "until_date",
  "count",
  "title",
] as const satisfies readonly (keyof SubscriptionChange)[];

interface ExpectedValue {
  readonly field: keyof SubscriptionChange;
  readonly before: unknown;
}

/** What a creation has left in the record: whoever changed that since would lose the change by an undo. */
function createdValues({ changes }: JournalEntry): readonly ExpectedValue[] {
  const isWritable = (field: string): field is keyof SubscriptionChange => field !== WRITE_ONLY_FIELD;
  const created = changes.flatMap(({ field, after }) =>
    isWritable(field) && field !== "deleted" ? [{ field, before: after }] : [],
  );
  const sent = new Set(created.map(({ field }) => field));
  return [
    ...created,
    ...OPTIONAL_FIELDS.flatMap((field) => (sent.has(field) ? [] : [{ field, before: null }])),
  ];
}

function planEntryUndo(entry: JournalEntry, record: Subscription): UndoPlanItem {
  const changes = invertChanges(entry);
  const expected = [...changes, ...(entry.kind === "created" ? createdValues(entry) : [])];
  const first = expected.find(({ field, before }) => !isSameValue(field, record[field], before));
  if (first !== undefined) {
    const why =
      entry.kind === "created" && first.field === "deleted"
        ? "It is in the bin already."
        : `It was changed since: ${fieldLabel(first.field)} is ${formatFieldValue(first.field, record[first.field])} now, and this write had left ${formatFieldValue(first.field, first.before)}.`;
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
    note: undoNote(entry, record, body),
    ...(entry.kind === "created" && { precondition: createdValues(entry).map(({ field }) => field) }),
  };
  return { kind: "step", step };
}

function undoNote({ kind }: JournalEntry, record: Subscription, body: SubscriptionChange): string | null {
  if (kind === "created") return "It goes to the bin. What was delivered by then stays delivered.";
  if (body.target_value === undefined && body.target_type === undefined) return null;
  const channel = body.target_type ?? record.target_type;
  if (channel !== "email" || channel !== record.target_type) {
    return "It is delivered to the former recipients at once.";
  }
  const { added } = diffRecipients(record.target_value, body.target_value ?? record.target_value);
  if (added.length === 0) return null;
  return `${pluralize(added.length, "person comes", "people come")} back and ${pluralForm(added.length, "receives", "receive")} it at once.`;
}

/** A delivery as the server has it at this moment. */
export async function fetchSubscriptionNow(
  queryClient: QueryClient,
  api: Api,
  id: number,
): Promise<{ readonly record: Subscription } | { readonly error: unknown }> {
  const query = subscriptionQueries.detail(api, id);
  // A request that is on its way may bring what stood before the write.
  await queryClient.cancelQueries({ queryKey: query.queryKey });
  return queryClient.fetchQuery({ ...query, staleTime: 0 }).then(
    (record) => ({ record }),
    (error: unknown) => ({ error }),
  );
}

function withoutUndefined(body: SubscriptionChange): Partial<Subscription> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}
