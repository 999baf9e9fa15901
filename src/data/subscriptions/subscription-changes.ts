import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/api/subscriptions";
import { createSubscription, getSubscription, updateSubscription } from "@/api/subscriptions";
import { type Api, defineStore } from "@/data/backend/backend";
import { storeRecentSource } from "@/data/browser-storage/project-settings";
import { currentSendingRules, recordCapabilities } from "@/data/capabilities/capabilities";
import { sourceKeyOf } from "@/data/catalog/source-labels";
import { readSourceNames } from "@/data/catalog/source-names";
import { isSameValue } from "@/data/changes/compare-fields";
import type { EditConflict, MergedEdit, StartedEdit } from "@/data/changes/merge-edit";
import { mergeEdit, resolveConflicts } from "@/data/changes/merge-edit";
import { addToCollection } from "@/data/collection/use-collection";
import { sendJournaled } from "@/data/journal/journal";
import { type ChangeOrigin, fieldChanges, type JournalEntry } from "@/data/journal/journal-entry";
import { readRecordEntries } from "@/data/journal/journal-store";
import { endQuietSaveProof, proveQuietSave } from "./deliveries";
import type { SubscriptionMove, SubscriptionUpdate } from "./subscription-mutations";
import {
  moveBetweenLists,
  prependRecord,
  readSubscriptionNow,
  replaceRecord,
} from "./subscription-mutations";
import {
  peekSubscriptionCollection,
  subscriptionKey,
  subscriptionScope,
  subscriptionTitle,
} from "./subscriptions";

const ENTRY_BY_RESPONSE = new WeakMap<Subscription, JournalEntry>();

export function journalEntryForResponse(response: Subscription): JournalEntry | undefined {
  return ENTRY_BY_RESPONSE.get(response);
}

interface SubscriptionRequest {
  /** Null for a creation. */
  readonly recordId: number | null;
  readonly kind: JournalEntry["kind"];
  readonly origin: ChangeOrigin;
  readonly send: () => Promise<Subscription>;
  /** Describes the change, first without a response. */
  readonly describe: (response: Subscription | null) => Pick<JournalEntry, "name" | "changes">;
}

async function sendSubscriptionChange(
  api: Api,
  { recordId, kind, origin, send, describe }: SubscriptionRequest,
): Promise<Subscription> {
  const { response, entry } = await sendJournaled(api, {
    intent: { resource: "subscription", recordId, kind, ...describe(null) },
    scope: subscriptionScope(api),
    origin,
    send,
    describeResponse: (record) => ({ recordId: record.id, ...describe(record) }),
  });
  ENTRY_BY_RESPONSE.set(response, entry);
  return response;
}

/** An edit and the result of its comparison with the server's record. */
export interface CheckedEdit extends MergedEdit {
  readonly current: Subscription;
}

/**
 * Reads the record immediately before an edit is sent and merges the edit with it, so that no newer
 * change is overwritten. Throws like `Client.request`.
 * @param base record on which the edit is based
 */
export async function checkSubscriptionEdit(
  api: Api,
  base: Subscription,
  body: SubscriptionChange,
): Promise<CheckedEdit> {
  const current = await readSubscriptionNow(api, base.id, { isPartOfChange: true });
  return { current, ...mergeEdit(base, current, body) };
}

/** Resolves with the conflicts for which the user's own values are saved, or with null to cancel. */
export type AskAboutConflicts = (checked: CheckedEdit) => Promise<readonly EditConflict[] | null>;

/**
 * Checks an edit and asks about conflicts. Repeats this until no conflict is left, because the record may change
 * while the user decides. Resolves with null when the user cancels. Throws like `Client.request` and `ask`.
 */
export async function resolveSubscriptionEdit(
  api: Api,
  started: StartedEdit,
  ask: AskAboutConflicts,
): Promise<CheckedEdit | null> {
  let edit = started;
  while (true) {
    const checked = await checkSubscriptionEdit(api, edit.base, edit.body);
    if (checked.conflicts.length === 0) return checked;
    const chosen = await ask(checked);
    if (chosen === null) return null;
    edit = resolveConflicts(edit, checked.conflicts, chosen);
    if (Object.keys(edit.body).length === 0) return { ...checked, body: edit.body };
  }
}

/** An edit that the server has accepted. */
export interface SavedEdit {
  /** Record from immediately before the edit. */
  readonly before: Subscription;
  readonly body: SubscriptionChange;
  /** The server's response. */
  readonly record: Subscription;
}

/** Replaces fields of a record that `isReplaced` selects. */
const replaceFields = (record: Subscription, other: object, isReplaced: (field: string) => boolean) => ({
  ...record,
  ...Object.fromEntries(Object.entries(other).filter(([field]) => isReplaced(field))),
});

/**
 * Reads the record again after an edit, and merges the edit with what someone else has saved over it. Resolves with null
 * if nothing was overwritten. Ignores fields that this browser has changed since. Throws like `Client.request`.
 */
export async function findOverwrittenEdit(
  api: Api,
  { before, body, record }: SavedEdit,
): Promise<CheckedEdit | null> {
  const { signal } = api;
  const path = { project_id: api.projectId, id: record.id };
  const read = () => api.client.request(getSubscription, { path, signal });
  const current = await api.client.budget.inTurn(read, signal);
  const saveId = journalEntryForResponse(record)?.id ?? "";
  const later = (await readRecordEntries(api, record.id)).filter(
    ({ id, outcome }) => id > saveId && outcome !== "refused",
  );
  const isChangedLater = (field: string) =>
    later.some(({ changes }) => changes.some((change) => change.field === field));
  // A list that is being read would keep a written record, even if it was deleted in the meantime.
  if (later.length === 0 && JSON.stringify(current) !== JSON.stringify(record)) {
    api.queryClient.setQueryData(subscriptionKey(api, record.id), current);
    replaceRecord(api, current);
  }
  const sent = Object.fromEntries(Object.entries(body).filter(([field]) => !isChangedLater(field)));
  const answered = replaceFields(record, before, (field) => field in sent);
  const base = replaceFields(answered, current, (field) => field === "deleted" || isChangedLater(field));
  // The server may store a value in another notation, and it doesn't return all values.
  const isIntact = (field: string) =>
    isSameValue(field, Reflect.get(current, field), Reflect.get(record, field));
  const merged = mergeEdit(base, replaceFields(current, sent, isIntact), sent);
  const isOverwritten = merged.conflicts.length + Object.keys(merged.body).length > 0;
  return isOverwritten ? { current, ...merged } : null;
}

/**
 * Creates a subscription, records it in the journal, and updates the loaded lists. Asks newer servers not to deliver
 * immediately, unless the body contains `send_test_now`. Throws like `Client.request`.
 */
export async function createSubscriptionJournaled(
  api: Api,
  creation: SubscriptionCreation,
  origin: ChangeOrigin = {},
): Promise<Subscription> {
  const { send_test_now: requested, ...body } = creation;
  const { acceptsSendTestNow } = currentSendingRules(api);
  const send_test_now = requested ?? (acceptsSendTestNow ? false : undefined);
  const sentBody = send_test_now === undefined ? body : { ...body, send_test_now };
  const sentAt = Date.now();
  const { title = null, dashboard = null, insight = null } = body;
  const names = readSourceNames(api);
  const planned = { ...body, title, dashboard, insight };
  const record = await sendSubscriptionChange(api, {
    recordId: null,
    kind: "created",
    origin,
    send: () =>
      api.client.request(createSubscription, { path: { project_id: api.projectId }, body: sentBody }),
    describe: (response) => ({
      name: subscriptionTitle(response ?? planned, names).text,
      changes: fieldChanges({}, body, response),
    }),
  });
  if (send_test_now === false) void proveQuietSave(api, { before: null, change: body, record, sentAt });
  const key = sourceKeyOf(record);
  if (key !== null) storeRecentSource(api, key);
  api.queryClient.setQueryData(subscriptionKey(api, record.id), record);
  addToCollection(peekSubscriptionCollection(api, record.deleted ? "trash" : "active"), record.id, record);
  return record;
}

/** Updates fields, records the change in the journal, and updates the cache and the loaded lists. */
export async function updateSubscriptionJournaled(
  api: Api,
  { id, body, before, sendsNow = false, isOptimistic = false }: SubscriptionUpdate,
  origin: ChangeOrigin = {},
): Promise<Subscription> {
  const names = readSourceNames(api);
  const { acceptsSendTestNow } = recordCapabilities(before);
  const sentBody = acceptsSendTestNow ? { ...body, send_test_now: sendsNow } : body;
  const sentAt = Date.now();
  endQuietSaveProof(api, id);
  const isMove = body.deleted !== undefined && before.deleted !== body.deleted;
  const record = await sendSubscriptionChange(api, {
    recordId: id,
    kind: isMove ? (body.deleted ? "deleted" : "restored") : "changed",
    origin,
    send: () =>
      api.client.request(updateSubscription, { path: { project_id: api.projectId, id }, body: sentBody }),
    describe: (response) => ({
      name: subscriptionTitle(before, names).text,
      changes: fieldChanges(before, body, response),
    }),
  });
  if (acceptsSendTestNow && !sendsNow) void proveQuietSave(api, { before, change: body, record, sentAt });
  api.queryClient.setQueryData(subscriptionKey(api, id), record);
  if (isMove && !isOptimistic)
    moveBetweenLists(api, { id, deleted: record.deleted ?? body.deleted ?? false });
  if (isMove) prependRecord(api, record);
  else replaceRecord(api, record);
  return record;
}

export interface MoveResult {
  readonly record: Subscription;
  /** False if the record was already deleted or restored, so that no change was sent. */
  readonly isSent: boolean;
}

/** Latest unfinished move of each record, by project and ID. */
const getLastMoves = defineStore(() => new Map<string, Promise<unknown>>());

/**
 * Moves a record to Trash or restores it. The caller has already updated the lists. Waits for an
 * earlier move of the same record, so that the last one wins. Sends no change if the record is
 * already deleted or restored. Throws like `Client.request`.
 */
export async function moveSubscriptionJournaled(api: Api, move: SubscriptionMove): Promise<MoveResult> {
  const lastMoves = getLastMoves(api);
  const key = `${api.projectId} ${move.id}`;
  const earlier = lastMoves.get(key);
  const afterEarlier = () => sendMove(api, { ...move, before: undefined });
  const result = earlier === undefined ? sendMove(api, move) : earlier.then(afterEarlier, afterEarlier);
  lastMoves.set(key, result);
  try {
    return await result;
  } finally {
    if (lastMoves.get(key) === result) lastMoves.delete(key);
  }
}

async function sendMove(api: Api, { id, deleted, before, undoes }: SubscriptionMove): Promise<MoveResult> {
  const path = { project_id: api.projectId, id };
  // Not cached, because the lists and the record's page already show the move.
  const current = before ?? (await api.client.request(getSubscription, { path, isPartOfChange: true }));
  if (current.deleted === deleted) {
    api.queryClient.setQueryData(subscriptionKey(api, id), current);
    prependRecord(api, current);
    return { record: current, isSent: false };
  }
  const change = { id, body: { deleted }, before: current, isOptimistic: true };
  const origin = undoes === undefined ? {} : { undoes };
  return { record: await updateSubscriptionJournaled(api, change, origin), isSent: true };
}
