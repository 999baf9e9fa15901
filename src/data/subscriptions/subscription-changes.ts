import type { QueryClient } from "@tanstack/react-query";
import {
  createSubscription,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionCreation,
  updateSubscription,
} from "@/contract/subscriptions";
import type { Api } from "@/data/client/api-context";
import { fieldChanges, type JournalEntry, type WriteOrigin } from "@/data/journal/journal-entry";
import { recordWrite, type WriteIntent } from "@/data/journal/journaled-request";
import {
  countNew,
  findLoaded,
  moveInLists,
  replaceInLists,
  showOnTop,
  subscriptionKey,
  subscriptionScope,
} from "./subscription-collections";

type Intent = Omit<WriteIntent, "resource">;

/** A partial update, and what is known of its record. */
export interface RecordedChange {
  readonly id: number;
  readonly body: SubscriptionChange;
  /** The record as it stood before; undefined for what the cache or a loaded list has. */
  readonly before: Subscription | undefined;
  /** For a move that the lists show already: nothing is counted twice. */
  readonly isShown?: boolean;
}

const ENTRY_OF = new WeakMap<Subscription, JournalEntry>();

/** The journal's entry of a write, by the record that was its answer. */
export function entryOfAnswer(answer: Subscription): JournalEntry | undefined {
  return ENTRY_OF.get(answer);
}

function nameOf(
  record: { readonly title?: string | null | undefined } | undefined,
  id: number | null,
): string {
  return record?.title?.trim() || (id === null ? "Delivery without a title" : `Delivery ${id}`);
}

/** Sends a write that the journal notes, and remembers the entry of its answer. */
async function recorded(
  api: Api,
  intent: Intent,
  origin: WriteOrigin,
  send: () => Promise<Subscription>,
  changesIn: (answer: Subscription) => JournalEntry["changes"],
): Promise<Subscription> {
  const { answer, entry } = await recordWrite(api, {
    intent: { resource: "subscription", ...intent },
    scope: subscriptionScope(api),
    origin,
    send,
    noteAnswer: (record) => ({
      recordId: record.id,
      name: nameOf(intent.kind === "created" ? record : { title: intent.name }, record.id),
      changes: changesIn(record),
    }),
  });
  ENTRY_OF.set(answer, entry);
  return answer;
}

/** Makes a subscription, notes it in the journal, and shows it in the loaded lists. Throws as `Client.request`. */
export async function createRecorded(
  queries: QueryClient,
  api: Api,
  body: SubscriptionCreation,
  origin: WriteOrigin = {},
): Promise<Subscription> {
  const intent: Intent = {
    recordId: null,
    name: nameOf(body, null),
    kind: "created",
    changes: fieldChanges({}, body, null),
  };
  const record = await recorded(
    api,
    intent,
    origin,
    () => api.client.request(createSubscription, { path: { project_id: api.projectId }, body }),
    (answer) => fieldChanges({}, body, answer),
  );
  queries.setQueryData(subscriptionKey(api, record.id), record);
  showOnTop(queries, api, record);
  countNew(queries, api, record);
  return record;
}

/**
 * Changes what is supplied, notes it in the journal, and shows the answer in the cache and the loaded lists. Throws as
 * `Client.request`.
 */
export async function changeRecorded(
  queries: QueryClient,
  api: Api,
  { id, body, before, isShown = false }: RecordedChange,
  origin: WriteOrigin = {},
): Promise<Subscription> {
  const queryKey = subscriptionKey(api, id);
  const known = before ?? queries.getQueryData<Subscription>(queryKey) ?? findLoaded(queries, api, id);
  const isMove = isShown || (body.deleted !== undefined && known?.deleted !== body.deleted);
  const intent: Intent = {
    recordId: id,
    name: nameOf(known, id),
    kind: isMove ? (body.deleted ? "deleted" : "restored") : "changed",
    changes: fieldChanges(known, body, null),
  };
  const record = await recorded(
    api,
    intent,
    origin,
    () => api.client.request(updateSubscription, { path: { project_id: api.projectId, id }, body }),
    (answer) => fieldChanges(known, body, answer),
  );
  queries.setQueryData(queryKey, record);
  if (isMove && !isShown) moveInLists(queries, api, { id, deleted: record.deleted });
  if (isMove) showOnTop(queries, api, record);
  else replaceInLists(queries, api, record);
  return record;
}
