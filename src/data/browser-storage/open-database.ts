import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from "idb";
import { setActiveTimeout } from "@/lib/time/wait";

/** After this time without a response, storage counts as unavailable. */
const OPEN_TIMEOUT_MS = 5_000;

function nullAfter(ms: number): Promise<null> {
  return new Promise((resolve) => void setActiveTimeout(ms, () => resolve(null)));
}

/** Returns null when IndexedDB is unavailable. In a sandboxed frame, accessing it throws. */
function getFactory(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}

/** Changes a database's schema within the upgrade's transaction. */
type Upgrade<Schema extends DBSchema> = (
  db: IDBPDatabase<Schema>,
  oldVersion: number,
  transaction: IDBPTransaction<Schema, StoreNames<Schema>[], "versionchange">,
) => void | Promise<void>;

/**
 * Creates a function that opens an IndexedDB database on first use. The function resolves with null
 * when storage is missing, unresponsive, or blocked, as in private windows and sandboxed frames.
 * @param upgrade creates or changes the stores of an older version. Version 0 is a new database
 */
export function createDatabaseOpener<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: Upgrade<Schema>,
): () => Promise<IDBPDatabase<Schema> | null> {
  const databases = new WeakMap<IDBFactory, Promise<IDBPDatabase<Schema> | null>>();

  return () => {
    const factory = getFactory();
    if (factory === null) return Promise.resolve(null);
    const existing = databases.get(factory);
    if (existing !== undefined) return existing;
    // Another tab or the browser may close the database. The next call opens it again.
    const forget = () => databases.delete(factory);
    let opening: Promise<IDBPDatabase<Schema>>;
    try {
      opening = openDB<Schema>(name, version, {
        upgrade: (db, oldVersion, _newVersion, transaction) => upgrade(db, oldVersion, transaction),
        blocking: (_current, _blocked, event) => {
          forget();
          if (event.target instanceof IDBDatabase) event.target.close();
        },
        terminated: forget,
      });
    } catch (error) {
      // After other errors than that of blocked storage, callers must not mistake existing data for missing data.
      if (error instanceof DOMException && error.name === "SecurityError") return Promise.resolve(null);
      throw error;
    }
    const opened = opening.catch(() => null);
    const database = Promise.race([opened, nullAfter(OPEN_TIMEOUT_MS)]);
    databases.set(factory, database);
    void opened.then((db) => {
      if (databases.get(factory) !== database) return;
      // A failure may be temporary, so the next call tries again. A database that opens late is used from then on.
      if (db === null) forget();
      else databases.set(factory, opened);
    });
    return database;
  };
}

/**
 * Opens a database to count or delete its data. Resolves with null only if the browser has no IndexedDB.
 * @throws Error if the database can't be opened, because the database may contain data
 */
export async function openOrThrow<Schema extends DBSchema>(
  database: () => Promise<IDBPDatabase<Schema> | null>,
): Promise<IDBPDatabase<Schema> | null> {
  const db = await database();
  if (db === null && getFactory() !== null) throw new Error("The browser's storage can't be opened.");
  return db;
}

/**
 * Returns the range of all keys that start with these parts, such as a connection and a project ID. Arrays sort after
 * all strings and numbers, so an array is the upper bound.
 */
export function prefixRange(...parts: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}
