import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StoredChange } from "@/emulator/backend/backend";
import { setActiveTimeout } from "@/lib/time/active-timeout";

/** A change of one record, with where it belongs. */
export interface PersistedChange extends StoredChange {
  /** Project and resource, such as `1/subscriptions`. */
  readonly store: string;
  readonly id: string;
}

/** Everything that outlives the page. */
export interface Snapshot {
  /** Raised by every save of any tab. */
  readonly revision: number;
  /** The day the seed counts its dates from, ISO 8601. */
  readonly seededAt: string;
  readonly changes: readonly PersistedChange[];
}

/** Where changes are kept. All methods may be called from several tabs at once. */
export interface Persistence {
  /** Runs work while no other tab is in here. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The last revision saved by any tab; 0 when nothing was ever saved. */
  revision(): Promise<number>;
  load(): Promise<Snapshot | null>;
  /** Adds changes and gives the new revision. */
  save(changes: readonly PersistedChange[]): Promise<number>;
  /** Drops all changes and begins anew; gives the new revision. */
  restart(seededAt: string): Promise<number>;
  /** Settings, such as faults: any structured value. */
  readSettings(): Promise<unknown>;
  writeSettings(settings: unknown): Promise<void>;
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
  settings: { key: "faults"; value: unknown };
}

const DATABASE_NAME = "environs-emulator";
/** Raised when a seed changes so that old changes would lie over other records: they are dropped then. */
const DATA_VERSION = 1;

/** Ms after which the browser's store is given up: some never answer, and the demo would never begin. */
const OPEN_TIMEOUT_MS = 6_000;

/** Runs one piece of work after the other within this page. */
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
  // The lock's callback may return a promise of a promise in the types only, hence the await.
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
    readSettings: () => db.get("settings", "faults"),
    async writeSettings(settings) {
      await db.put("settings", settings, "faults");
    },
    close: () => db.close(),
  };
}

/**
 * Keeps changes in IndexedDB; null where it is missing or forbidden (private windows, sandboxed frames).
 * Tabs are kept apart by Web Locks where there are some.
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
      // Lets another tab delete the database instead of waiting for this one.
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close();
      },
    });
    return createPersistence(db);
  } catch {
    return null;
  }
}
