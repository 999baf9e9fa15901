import type { DBSchema, IDBPDatabase } from "idb";
import * as z from "zod/mini";
import { type Api, projectKey } from "@/data/backend/backend";
import { createTabChannel, holdTabLock } from "@/data/backend/other-tabs";
import { createDatabaseOpener, openOrThrow, prefixRange } from "@/data/browser-storage/open-database";
import { type JournalEntry, journalEntrySchema, memoryOnly, TAB_ID } from "./journal-entry";

/** Number of entries above which the oldest are dropped, unless they are younger than `KEPT_MS`. */
export const MAX_ENTRIES = 50_000;
const KEPT_MS = 90 * 86_400_000;
/** Number of writes of this page between two checks of the limit, because counting takes long. */
const WRITES_PER_CHECK = 500;
/** Age at which a running change counts as abandoned, in ms. Used without Web Locks. */
const ABANDONED_AFTER_MS = { subscription: 120_000, member: 120_000, export: 16 * 60_000 } as const;
/** Notifications within this time are merged, because a bulk action makes hundreds of changes. */
const NOTIFY_DELAY_MS = 50;
const RETRY_DELAY_MS = 10_000;
const DATABASE_NAME = "environs-journal";
const TAB_LOCK = "environs-journal-tab-";

/** Index by connection and project. Existing databases contain it under this name. */
const PROJECT_INDEX = "place";

interface Schema extends DBSchema {
  entries: {
    key: string;
    value: JournalEntry;
    indexes: {
      [PROJECT_INDEX]: [string, string];
      record: [string, string, number | string];
      batch: [string, string, string];
    };
  };
}

type Database = IDBPDatabase<Schema>;

const database = createDatabaseOpener<Schema>(DATABASE_NAME, 2, (db, oldVersion) => {
  // Version 2 had one more store for a while. The others are those of version 1.
  if (oldVersion > 0) return;
  const entries = db.createObjectStore("entries", { keyPath: "id" });
  entries.createIndex(PROJECT_INDEX, ["connection", "projectId"]);
  // Entries without a record or batch aren't in these indexes.
  entries.createIndex("record", ["connection", "projectId", "recordId"]);
  entries.createIndex("batch", ["connection", "projectId", "batch.id"]);
});
const channel = createTabChannel(DATABASE_NAME);

/** Without this lock, other tabs would treat the outcome of this page's running changes as unknown. */
let lock: Promise<unknown> | undefined;

let isStoring = true;

/** Whether this tab's entries are persisted. If not, closing the tab loses them. */
export function isJournalStored(): boolean {
  return isStoring;
}

/** Stores an entry, and marks the changes that it undoes. Rejects if it stays in memory because storage fails. */
export async function writeEntry(entry: JournalEntry): Promise<void> {
  memoryOnly.set(entry.id, entry);
  try {
    lock ??= holdTabLock(TAB_LOCK + TAB_ID);
    await lock;
    await storeUnstored();
  } catch (error) {
    isStoring = false;
    for (const updated of await findUndoUpdates(entry, async () => undefined))
      memoryOnly.set(updated.id, updated);
    scheduleRetry();
    scheduleNotify();
    throw error;
  }
}

/** Stores the entries in memory. Rejects when storage fails. */
async function storeUnstored(): Promise<void> {
  const db = await database();
  if (db === null) throw new Error("no store");
  const unstored = [...memoryOnly.values()];
  const { store, done } = db.transaction("entries", "readwrite");
  for (const entry of unstored) {
    await store.put(entry);
    for (const updated of await findUndoUpdates(entry, (id) => store.get(id))) await store.put(updated);
  }
  await done;
  // An entry may have been updated during the write. The new version isn't stored yet.
  for (const entry of unstored) if (memoryOnly.get(entry.id) === entry) memoryOnly.delete(entry.id);
  isStoring = true;
  scheduleNotify();
  if (writeCount % WRITES_PER_CHECK === 0) await dropOldest(db);
  writeCount += 1;
}

let retryTimer: ReturnType<typeof setTimeout> | undefined;

/** Retries until all entries are stored, because the page may close before the next change. */
function scheduleRetry(): void {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(() => {
    if (memoryOnly.size > 0) storeUnstored().catch(scheduleRetry);
  }, RETRY_DELAY_MS);
}

let writeCount = 0;

async function dropOldest(db: Database): Promise<void> {
  const { store, done } = db.transaction("entries", "readwrite");
  let excess = (await store.count()) - MAX_ENTRIES;
  const oldestKept = Date.now() - KEPT_MS;
  // IDs are in the order of their times.
  for (let cursor = excess > 0 ? await store.openCursor() : null; cursor; cursor = await cursor.continue()) {
    if (excess === 0 || Date.parse(cursor.value.at) > oldestKept) break;
    await cursor.delete();
    excess -= 1;
  }
  await done;
}

/** Returns the entries that an undo updates: the undone one and, when that was also an undo, the original one. */
async function findUndoUpdates(
  entry: JournalEntry,
  readStore: (id: string) => Promise<JournalEntry | undefined>,
): Promise<readonly JournalEntry[]> {
  if (entry.outcome !== "done" || entry.undoes === null) return [];
  const find = async (id: string) => memoryOnly.get(id) ?? (await readStore(id));
  const undone = await find(entry.undoes);
  if (undone === undefined) return [];
  const original = undone.undoes === null ? undefined : await find(undone.undoes);
  return [
    { ...undone, undoneBy: entry.id },
    // The original change is in effect again, so it can be undone again.
    ...(original === undefined ? [] : [{ ...original, undoneBy: null }]),
  ];
}

async function findLiveTabs(): Promise<ReadonlySet<string> | null> {
  const locks = await globalThis.navigator?.locks?.query();
  return locks ? new Set(locks.held?.map(({ name = "" }) => name.slice(TAB_LOCK.length))) : null;
}

/** Sets the outcome to unknown if the page that sent the change closed before the response arrived. */
function resolveOutcome(entry: JournalEntry, tabs: ReadonlySet<string> | null): JournalEntry {
  if (entry.outcome !== "running" || entry.tab === TAB_ID) return entry;
  const isOver =
    tabs === null
      ? Date.now() - Date.parse(entry.at) > ABANDONED_AFTER_MS[entry.resource]
      : !tabs.has(entry.tab);
  return isOver
    ? { ...entry, outcome: "unknown", reason: "The page was closed before a response arrived." }
    : entry;
}

/** Returns a project's entries from storage and memory, newest first. */
async function readEntries(
  api: Api,
  readStore: (db: Database) => Promise<readonly unknown[]>,
  matches: (entry: JournalEntry) => boolean = () => true,
) {
  const db = await database();
  if (db === null) isStoring = false;
  else if (!isStoring) await storeUnstored().catch(() => undefined);
  const stored = db === null ? [] : await readStore(db);
  const isHere = ({ connection, projectId }: JournalEntry) =>
    connection === api.client.connection.id && projectId === api.projectId;
  const entries = new Map<string, JournalEntry>();
  for (const item of stored) {
    // Skips entries of an incompatible version.
    const entry = z.safeParse(journalEntrySchema, item);
    if (entry.success && isHere(entry.data) && matches(entry.data)) entries.set(entry.data.id, entry.data);
  }
  for (const entry of memoryOnly.values()) if (isHere(entry) && matches(entry)) entries.set(entry.id, entry);
  const tabs = await findLiveTabs();
  return [...entries.values()]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .map((entry) => resolveOutcome(entry, tabs));
}

/**
 * Returns the changes that this browser made in a project, newest first.
 * @param limit number of the newest stored changes to read
 */
export function readJournal(api: Api, limit = Number.POSITIVE_INFINITY): Promise<readonly JournalEntry[]> {
  return readEntries(api, async (db) => {
    const { store } = db.transaction("entries");
    const ids = await store.index(PROJECT_INDEX).getAllKeys(projectKey(api));
    const oldest = ids[Math.max(0, ids.length - limit)];
    // IDs are in the order of their times. The range may include entries of other projects.
    return oldest === undefined ? [] : store.getAll(IDBKeyRange.lowerBound(oldest));
  });
}

/** Returns a record's changes, newest first. */
export function readRecordEntries(
  api: Api,
  id: number | string,
  resource: JournalEntry["resource"] = "subscription",
): Promise<readonly JournalEntry[]> {
  const key = projectKey(api, id);
  return readEntries(
    api,
    (db) => db.getAllFromIndex("entries", "record", key),
    // The index doesn't include the resource. IDs of different resources can be equal.
    (entry) => entry.recordId === id && entry.resource === resource,
  );
}

export function readBatchEntries(api: Api, id: string): Promise<readonly JournalEntry[]> {
  const key = projectKey(api, id);
  return readEntries(
    api,
    (db) => db.getAllFromIndex("entries", "batch", key),
    ({ batch }) => batch?.id === id,
  );
}

export async function clearJournal(api: Api): Promise<void> {
  const entries = await readJournal(api);
  for (const { id } of entries) memoryOnly.delete(id);
  await deleteStored(prefixRange(...projectKey(api)));
}

async function deleteStored(range: IDBKeyRange): Promise<void> {
  const db = await database();
  if (db !== null) {
    const { store, done } = db.transaction("entries", "readwrite");
    const keys = await store.index(PROJECT_INDEX).getAllKeys(range);
    await Promise.all([...keys.map((id) => store.delete(id)), done]);
  }
  scheduleNotify();
}

/** Counts the changes in all projects of a connection. Rejects if the store can't be opened. */
export async function countConnectionEntries(connection: string): Promise<number> {
  const db = await openOrThrow(database);
  const stored = await db?.getAllKeysFromIndex("entries", PROJECT_INDEX, prefixRange(connection));
  return new Set([...listUnstored(connection), ...(stored ?? [])]).size;
}

/** Deletes the changes in all projects of a connection. Rejects if the store can't be opened or the deletion fails. */
export async function deleteConnectionEntries(connection: string): Promise<void> {
  await openOrThrow(database);
  for (const id of listUnstored(connection)) memoryOnly.delete(id);
  await deleteStored(prefixRange(connection));
}

function listUnstored(connection: string): readonly string[] {
  return [...memoryOnly.values()].filter((entry) => entry.connection === connection).map(({ id }) => id);
}

/** Time of the next notification, on the clock of `performance.now()`. */
let notifyAt = 0;

function scheduleNotify(): void {
  const now = performance.now();
  if (now < notifyAt) return;
  notifyAt = now + NOTIFY_DELAY_MS;
  setTimeout(() => channel.broadcast(), NOTIFY_DELAY_MS);
}

/** Calls the listener after changes in any tab. Returns the unsubscribe function. */
export const subscribeToJournal = channel.subscribe;
