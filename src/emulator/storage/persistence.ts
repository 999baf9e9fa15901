import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StoredChange } from "@/emulator/backend/backend";
import { setActiveTimeout } from "@/lib/time/active-timeout";

export interface PersistedChange extends StoredChange {
  /** Project and resource, such as `1/subscriptions`. */
  readonly store: string;
  readonly id: string;
}

/** The stored changes, with the time of the last reset. */
export interface Snapshot {
  /** Incremented by each save or reset in any tab. */
  readonly revision: number;
  /** Time to which seed dates are relative, in ISO 8601. */
  readonly seededAt: string;
  readonly changes: readonly PersistedChange[];
}

export type SettingsName = "faults" | "generation";

/** Stores changes and settings. Several tabs can call the methods concurrently. */
export interface Persistence {
  /** Runs work under a lock that all tabs share. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Returns the last revision that any tab has saved. Returns 0 if nothing was saved. */
  revision(): Promise<number>;
  load(): Promise<Snapshot | null>;
  /** Adds changes and returns the new revision. */
  save(changes: readonly PersistedChange[]): Promise<number>;
  /** Removes all changes and returns the new revision. */
  restart(seededAt: string): Promise<number>;
  /** Reads settings, which can be any structured-cloneable value. `name` defaults to `faults`. */
  readSettings(name?: SettingsName): Promise<unknown>;
  writeSettings(settings: unknown, name?: SettingsName): Promise<void>;
  close(): void;
}

interface Metadata {
  readonly version: number;
  readonly revision: number;
  readonly seededAt: string;
}

interface Schema extends DBSchema {
  changes: { key: [string, string]; value: PersistedChange };
  meta: { key: "head"; value: Metadata };
  settings: { key: SettingsName; value: unknown };
}

const DATABASE_NAME = "environs-emulator";
/** Incremented when a seed changes, to drop changes that were made to older seeds. */
const DATA_VERSION = 1;

/**
 * Time limit for opening the browser's database. Without a limit, the demo wouldn't start if the
 * database didn't respond.
 */
const OPEN_TIMEOUT_MS = 6_000;

/** Creates a queue that runs tasks of this page one after another. */
export function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
}

function createExclusive(): Persistence["exclusive"] {
  const queue = createQueue();
  const locks = globalThis.navigator?.locks;
  if (!locks) return queue;
  // The types don't allow a nested promise, so the callback awaits the result.
  return (work) => queue(async () => await locks.request(DATABASE_NAME, work));
}

function createPersistence(db: IDBPDatabase<Schema>): Persistence {
  async function readMetadata(): Promise<Metadata | undefined> {
    const stored = await db.get("meta", "head");
    return stored?.version === DATA_VERSION ? stored : undefined;
  }

  return {
    exclusive: createExclusive(),
    revision: async () => (await readMetadata())?.revision ?? 0,
    async load() {
      const metadata = await readMetadata();
      if (!metadata) return null;
      const changes = await db.getAll("changes");
      return { revision: metadata.revision, seededAt: metadata.seededAt, changes };
    },
    async save(changes) {
      const transaction = db.transaction(["changes", "meta"], "readwrite");
      const metadata = await transaction.objectStore("meta").get("head");
      if (!metadata) throw new Error("nothing to save to: the storage was cleared");
      const store = transaction.objectStore("changes");
      const next = { ...metadata, revision: metadata.revision + 1 };
      await Promise.all([
        ...changes.map((change) => store.put(change)),
        transaction.objectStore("meta").put(next, "head"),
        transaction.done,
      ]);
      return next.revision;
    },
    async restart(seededAt) {
      const transaction = db.transaction(["changes", "meta"], "readwrite");
      const meta = transaction.objectStore("meta");
      const revision = ((await meta.get("head"))?.revision ?? 0) + 1;
      await Promise.all([
        transaction.objectStore("changes").clear(),
        meta.put({ version: DATA_VERSION, revision, seededAt }, "head"),
        transaction.done,
      ]);
      return revision;
    },
    readSettings: (name = "faults") => db.get("settings", name),
    async writeSettings(settings, name = "faults") {
      await db.put("settings", settings, name);
    },
    close: () => db.close(),
  };
}

/**
 * Opens the IndexedDB storage. Resolves with null if IndexedDB is missing, doesn't respond, or is
 * blocked, as in some private windows and sandboxed frames. Tabs synchronize through Web Locks, where
 * available.
 */
export async function openIndexedDb(): Promise<Persistence | null> {
  if (typeof indexedDB === "undefined") return null;
  return new Promise((resolve) => {
    const cancelTimeout = setActiveTimeout(OPEN_TIMEOUT_MS, () => resolve(null));
    void openPersistence()
      .then((persistence) => resolve(persistence))
      .finally(cancelTimeout);
  });
}

async function openPersistence(): Promise<Persistence | null> {
  try {
    const db = await openDB<Schema>(DATABASE_NAME, 1, {
      upgrade(database) {
        database.createObjectStore("changes", { keyPath: ["store", "id"] });
        database.createObjectStore("meta");
        database.createObjectStore("settings");
      },
      // Closes the database, so that another tab can delete it without waiting.
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close();
      },
    });
    return createPersistence(db);
  } catch {
    return null;
  }
}
