import type { QueryClient } from "@tanstack/react-query";
import {
  createSubscription,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionCreation,
  updateSubscription,
} from "@/contract/subscriptions";
import { describeError } from "@/http/describe-error";
import type { Api } from "./api-context";
import { keepEntry } from "./journal";
import { fieldChanges, HIDDEN, type JournalEntry, newEntryId, type WriteOrigin } from "./journal-entry";
import { TAB } from "./journal-tab";
import {
  countNew,
  findLoaded,
  moveInLists,
  replaceInLists,
  showOnTop,
  subscriptionKey,
} from "./subscription-collections";
import { isOutcomeUnknown } from "./write-outcome";

type Intent = Pick<JournalEntry, "recordId" | "name" | "kind" | "changes">;

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

/** A value as the journal may keep it: whatever holds the key, the key is the least of it. */
function withoutKey(value: unknown, key: string): unknown {
  return key !== "" && (JSON.stringify(value) ?? "").includes(key) ? HIDDEN : value;
}

function entryOf({ client, projectId }: Api, intent: Intent, origin: WriteOrigin): JournalEntry {
  const { id, label } = client.connection;
  return {
    id: newEntryId(),
    connection: id,
    server: label,
    projectId,
    at: new Date().toISOString(),
    resource: "subscription",
    ...intent,
    outcome: "running",
    reason: null,
    batch: origin.batch ?? null,
    undoes: origin.undoes ?? null,
    undoneBy: null,
    tab: TAB,
  };
}

/** Notes what is asked for, sends it, and notes what became of it. Fails as the request does, and never otherwise. */
async function recorded(
  api: Api,
  entry: JournalEntry,
  send: () => Promise<Subscription>,
  changesIn: (answer: Subscription) => JournalEntry["changes"],
): Promise<Subscription> {
  const { key } = api.client.connection;
  const keep = ({ name, changes, ...rest }: JournalEntry) => {
    const clean: JournalEntry = {
      ...rest,
      name: String(withoutKey(name, key)),
      changes: changes.map(({ field, before, after }) => ({
        field,
        before: withoutKey(before, key),
        after: withoutKey(after, key),
      })),
    };
    return { clean, kept: keepEntry(clean) };
  };
  // Before it is sent: a page that is closed in the middle leaves this behind.
  await keep(entry).kept;
  try {
    const answer = await send();
    const { clean } = keep({
      ...entry,
      outcome: "done",
      recordId: answer.id,
      name: nameOf(entry.kind === "created" ? answer : { title: entry.name }, answer.id),
      changes: changesIn(answer),
    });
    ENTRY_OF.set(answer, clean);
    return answer;
  } catch (error) {
    const { title, detail } = describeError(error);
    keep({
      ...entry,
      outcome: isOutcomeUnknown(error) ? "unknown" : "refused",
      reason: `${title}. ${detail}`,
    });
    throw error;
  }
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
    entryOf(api, intent, origin),
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
    entryOf(api, intent, origin),
    () => api.client.request(updateSubscription, { path: { project_id: api.projectId, id }, body }),
    (answer) => fieldChanges(known, body, answer),
  );
  queries.setQueryData(queryKey, record);
  if (isMove && !isShown) moveInLists(queries, api, { id, deleted: record.deleted });
  if (isMove) showOnTop(queries, api, record);
  else replaceInLists(queries, api, record);
  return record;
}
