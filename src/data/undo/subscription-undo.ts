import type { QueryClient } from "@tanstack/react-query";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { fieldLabel, valueWords } from "@/data/changes/change-labels";
import { isSameValue } from "@/data/changes/same-value";
import type { Api } from "@/data/client/api-context";
import { type FieldChange, HIDDEN, type JournalEntry } from "@/data/journal/journal-entry";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { HttpError } from "@/http/errors";
import { diffRecipients } from "@/lib/recipients/recipient-text";
import { plural, wordFor } from "@/lib/text/numbers";
import {
  refusedState,
  type SubscriptionStep,
  type UndoPlanItem,
  type UndoState,
  unreadState,
} from "./undo-plan";

/** Fields no server keeps: what was sent stays sent. */
const SENT_ONLY = "invite_message";

/** Why a write on a delivery that was done can never be taken back; null where that depends on the record. */
export function whyNeverSubscription(entry: JournalEntry): string | null {
  const back = inverseOf(entry);
  if (back.some(({ after }) => after === undefined)) return "What stood there before is not known.";
  if (back.some(({ after }) => after === HIDDEN)) return "What stood there held the key, and was not kept.";
  if (back.length > 0) return null;
  return entry.changes.some(({ field }) => field === SENT_ONLY)
    ? "A message that was sent cannot be called back."
    : "It changed nothing.";
}

/** The delivery as the server has it at this moment, for an undo. */
export async function readSubscriptionState(queries: QueryClient, api: Api, id: number): Promise<UndoState> {
  const reading = await readNow(queries, api, id);
  if ("record" in reading) return stateOf(reading.record);
  const { error } = reading;
  return error instanceof HttpError && error.status === 404
    ? refusedState({ why: "The server does not have it any more.", refusal: "gone", error })
    : unreadState(error);
}

function stateOf(record: Subscription): UndoState {
  return {
    plan(entry) {
      const item = planOne(entry, record);
      if (item.kind !== "step" || item.step.resource !== "subscription")
        return { item, left: stateOf(record) };
      // The next entry on this record finds what this one will leave.
      return { item, left: stateOf({ ...record, ...definedIn(item.step.body) }) };
    },
  };
}

/** The fields that go back, from what the write has left to what stood there before. */
function inverseOf({ kind, changes }: JournalEntry): readonly FieldChange[] {
  if (kind === "created") return [{ field: "deleted", before: false, after: true }];
  return changes
    .filter(
      ({ field, before, after }) =>
        field !== SENT_ONLY && (before === undefined || !isSameValue(field, before, after)),
    )
    .map(({ field, before, after }) => ({ field, before: after, after: before }));
}

function planOne(entry: JournalEntry, record: Subscription): UndoPlanItem {
  const changes = inverseOf(entry);
  const first = changes.find(({ field, before }) => !isSameValue(field, record[field], before));
  if (first !== undefined) {
    const why =
      entry.kind === "created"
        ? "It is in the bin already."
        : `It was changed since: ${fieldLabel(first.field)} is ${valueWords(first.field, record[first.field])} now, and this write had left ${valueWords(first.field, first.before)}.`;
    const isBack = changes.every(({ field, after }) => isSameValue(field, record[field], after));
    return { kind: "refused", entry, why, refusal: "changed", current: record, isBack };
  }
  const body: SubscriptionChange = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  const step: SubscriptionStep = {
    resource: "subscription",
    kind: "change",
    entry,
    before: record,
    body,
    changes,
    note: noteOf(entry, record, body),
  };
  return { kind: "step", step };
}

function noteOf({ kind }: JournalEntry, record: Subscription, body: SubscriptionChange): string | null {
  if (kind === "created") return "It goes to the bin. What was delivered by then stays delivered.";
  if (body.target_value === undefined && body.target_type === undefined) return null;
  const channel = body.target_type ?? record.target_type;
  if (channel !== "email" || channel !== record.target_type) {
    return "It is delivered to the former recipients at once.";
  }
  const { added } = diffRecipients(record.target_value, body.target_value ?? record.target_value);
  if (added.length === 0) return null;
  return `${plural(added.length, "person comes", "people come")} back and ${wordFor(added.length, "receives", "receive")} it at once.`;
}

/** A delivery as the server has it at this moment. */
export async function readNow(
  queries: QueryClient,
  api: Api,
  id: number,
): Promise<{ readonly record: Subscription } | { readonly error: unknown }> {
  const query = subscriptionQueries.detail(api, id);
  // A request that is on its way may bring what stood before the write.
  await queries.cancelQueries({ queryKey: query.queryKey });
  return queries.fetchQuery({ ...query, staleTime: 0 }).then(
    (record) => ({ record }),
    (error: unknown) => ({ error }),
  );
}

function definedIn(body: SubscriptionChange): Partial<Subscription> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}
