import type { DBSchema, IDBPDatabase, IDBPObjectStore } from "idb";
import * as z from "zod/mini";
import { browserStore } from "@/data/browser-storage/open-database";
import type { Api } from "@/data/client/api-context";
import { tabNews } from "@/data/query/tab-channel";
import type { JournalEntry } from "./journal-entry";
import { TAB, unkept } from "./tab-id";

/** Entries the browser keeps at most; older ones go. */
export const MOST_ENTRIES = 10_000;
/** Age in ms from which a write without an answer is over, where no lock tells whether its page is open. */
const OVER_AFTER = { subscription: 120_000, member: 120_000, export: 16 * 60_000 } as const;
/** Ms in which several changes are told as one: a bulk run makes hundreds. */
const TELL_WITHIN = 50;
const NAME = "environs-journal";
const TAB_LOCK = "environs-journal-tab-";

const journalEntry = z.object({
  id: z.string(),
  connection: z.string(),
  server: z.string(),
  projectId: z.string(),
  at: z.string(),
  resource: z.enum(["subscription", "export", "member"]),
  recordId: z.nullable(z.union([z.int(), z.string()])),
  name: z.string(),
  kind: z.enum(["created", "changed", "deleted", "restored"]),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  outcome: z.enum(["running", "done", "refused", "unknown"]),
  reason: z.nullable(z.string()),
  batch: z.nullable(z.object({ id: z.string(), label: z.string() })),
  undoes: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
  tab: z.string(),
});

interface Schema extends DBSchema {
  entries: {
    key: string;
    value: JournalEntry;
    indexes: {
      place: [string, string];
      record: [string, string, number | string];
      batch: [string, string, string];
    };
  };
}

type Database = IDBPDatabase<Schema>;

const database = browserStore<Schema>(NAME, (db) => {
  const entries = db.createObjectStore("entries", { keyPath: "id" });
  entries.createIndex("place", ["connection", "projectId"]);
  // What has no record, or no batch, is not in these two.
  entries.createIndex("record", ["connection", "projectId", "recordId"]);
  entries.createIndex("batch", ["connection", "projectId", "batch.id"]);
});
const news = tabNews(NAME);

let lock: Promise<void> | undefined;

/** Shows other tabs, for as long as this page is open, that its writes may still be answered. */
function holdLock(): Promise<void> {
  lock ??= new Promise((resolve) => {
    const hold = () => {
      resolve();
      return new Promise<never>(() => {});
    };
    const held = globalThis.navigator?.locks?.request(TAB_LOCK + TAB, hold);
    if (held === undefined) resolve();
    else held.catch(() => resolve());
  });
  return lock;
}

let isKeeping = true;

/** Whether the browser keeps the entries of this tab; else they are gone with it. */
export function isKept(): boolean {
  return isKeeping;
}

/** Keeps an entry, or another state of it, and marks what it has undone. Rejects where it is not kept. */
export async function keep(entry: JournalEntry): Promise<void> {
  try {
    await holdLock();
    const db = await database();
    if (db === null) throw new Error("no store");
    const transaction = db.transaction("entries", "readwrite");
    const { store } = transaction;
    await store.put(entry);
    for (const marked of await undoMarks(entry, (id) => store.get(id))) await store.put(marked);
    await dropOldest(store, entry);
    await transaction.done;
    // Unless it has become another one meanwhile.
    if (unkept.get(entry.id) === entry) unkept.delete(entry.id);
    isKeeping = true;
  } catch (error) {
    isKeeping = false;
    for (const marked of await undoMarks(entry, async () => undefined)) unkept.set(marked.id, marked);
    throw error;
  } finally {
    tell();
  }
}

/** The run that this tab has written for last: it can be undone as a whole, however many its writes are. */
let lastRun: string | null = null;
/** One write adds one entry, so dropping two gets there. */
const MOST_DROPPED = 2;

type EntryStore = IDBPObjectStore<Schema, ["entries"], "entries", "readwrite">;

/** Drops what is beyond the size, oldest first, but nothing of the last run. */
async function dropOldest(store: EntryStore, { batch }: JournalEntry): Promise<void> {
  const excess = (await store.count()) - MOST_ENTRIES;
  if (batch !== null && batch.id !== lastRun) {
    lastRun = batch.id;
    // What an earlier run was spared.
    const old = excess > 0 ? await store.getAllKeys(null, excess) : [];
    await Promise.all(old.map((id) => store.delete(id)));
  } else if (excess > 0) {
    const old = await store.getAll(null, Math.min(excess, MOST_DROPPED));
    const dropped = old.filter((each) => lastRun === null || each.batch?.id !== lastRun);
    await Promise.all(dropped.map(({ id }) => store.delete(id)));
  }
}

/** What an undo changes in other entries: the one it takes back, and what that one had taken back itself. */
async function undoMarks(
  entry: JournalEntry,
  fromStore: (id: string) => Promise<JournalEntry | undefined>,
): Promise<readonly JournalEntry[]> {
  if (entry.outcome !== "done" || entry.undoes === null) return [];
  const find = async (id: string) => unkept.get(id) ?? (await fromStore(id));
  const undone = await find(entry.undoes);
  if (undone === undefined) return [];
  const back = undone.undoes === null ? undefined : await find(undone.undoes);
  return [
    { ...undone, undoneBy: entry.id },
    // It stands again, so it can be taken back again.
    ...(back === undefined ? [] : [{ ...back, undoneBy: null }]),
  ];
}

async function liveTabs(): Promise<ReadonlySet<string> | null> {
  const locks = await globalThis.navigator?.locks?.query();
  return locks ? new Set(locks.held?.map(({ name = "" }) => name.slice(TAB_LOCK.length))) : null;
}

/** A write whose page was closed before an answer came has an outcome nobody knows. */
function withOutcome(entry: JournalEntry, tabs: ReadonlySet<string> | null): JournalEntry {
  if (entry.outcome !== "running" || entry.tab === TAB) return entry;
  const isOver =
    tabs === null ? Date.now() - Date.parse(entry.at) > OVER_AFTER[entry.resource] : !tabs.has(entry.tab);
  return isOver
    ? { ...entry, outcome: "unknown", reason: "The page was closed before an answer came." }
    : entry;
}

type Read = (db: Database) => Promise<readonly unknown[]>;

/** Entries of a project, newest first: those the browser keeps, and those it does not. */
async function read(api: Api, fromStore: Read, isMeant: (entry: JournalEntry) => boolean) {
  const db = await database();
  if (db === null) isKeeping = false;
  const kept = db === null ? [] : await fromStore(db);
  const entries = new Map<string, JournalEntry>();
  for (const item of kept) {
    // What an older or newer version has written is left out rather than trusted.
    const entry = z.safeParse(journalEntry, item);
    if (entry.success && isMeant(entry.data)) entries.set(entry.data.id, entry.data);
  }
  for (const entry of unkept.values()) {
    const isHere = entry.connection === api.client.connection.id && entry.projectId === api.projectId;
    if (isHere && isMeant(entry)) entries.set(entry.id, entry);
  }
  const tabs = await liveTabs();
  return [...entries.values()]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .map((entry) => withOutcome(entry, tabs));
}

const placeOf = ({ client, projectId }: Api) => [client.connection.id, projectId] as const;

/** Every write on a project from this browser, newest first. */
export function readJournal(api: Api): Promise<readonly JournalEntry[]> {
  return read(
    api,
    (db) => db.getAllFromIndex("entries", "place", [...placeOf(api)]),
    () => true,
  );
}

/** The writes on one record, newest first. */
export function readRecord(
  api: Api,
  id: number | string,
  resource: JournalEntry["resource"] = "subscription",
): Promise<readonly JournalEntry[]> {
  const key: [string, string, number | string] = [...placeOf(api), id];
  return read(
    api,
    (db) => db.getAllFromIndex("entries", "record", key),
    // The index knows no resources, and an export may have that of a subscription.
    (entry) => entry.recordId === id && entry.resource === resource,
  );
}

/** The writes of one batch, newest first. */
export function readBatch(api: Api, id: string): Promise<readonly JournalEntry[]> {
  const key: [string, string, string] = [...placeOf(api), id];
  return read(
    api,
    (db) => db.getAllFromIndex("entries", "batch", key),
    ({ batch }) => batch?.id === id,
  );
}

/** Forgets every write on a project. */
export async function clearJournal(api: Api): Promise<void> {
  const entries = await readJournal(api);
  for (const { id } of entries) unkept.delete(id);
  const db = await database();
  const transaction = db?.transaction("entries", "readwrite");
  if (transaction !== undefined) {
    const keys = await transaction.store.index("place").getAllKeys([...placeOf(api)]);
    await Promise.all([...keys.map((id) => transaction.store.delete(id)), transaction.done]);
  }
  tell();
}

let isTelling = false;

function tell(): void {
  if (isTelling) return;
  isTelling = true;
  setTimeout(() => {
    isTelling = false;
    news.tell();
  }, TELL_WITHIN);
}

/** Calls back after changes of the journal, of any tab. */
export function watch(listener: () => void): () => void {
  return news.watch(listener);
}
