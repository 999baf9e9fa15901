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

/**
 * Turns the synchronous error of blocked storage into a rejection. Rethrows other errors, so that
 * callers don't mistake existing data for missing data.
 */
function rejectIfForbidden<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  try {
    return open();
  } catch (error) {
    if (error instanceof DOMException && error.name === "SecurityError") return Promise.reject(error);
    throw error;
  }
}

/** Changes a database's schema within the upgrade's transaction. */
type Upgrade<Schema extends DBSchema> = (
  db: IDBPDatabase<Schema>,
  transaction: IDBPTransaction<Schema, StoreNames<Schema>[], "versionchange">,
) => void | Promise<void>;

/**
 * Creates a function that opens an IndexedDB database on first use. The function resolves with null
 * when storage is missing, unresponsive, or blocked, as in private windows and sandboxed frames.
 * @param upgrades one per version, to upgrade the schema of the previous version
 * @param onLateOpen called when the database opens after callers got null
 */
export function createDatabaseOpener<Schema extends DBSchema>(
  name: string,
  upgrades: readonly Upgrade<Schema>[],
  onLateOpen?: () => void,
): () => Promise<IDBPDatabase<Schema> | null> {
  const databases = new WeakMap<IDBFactory, Promise<IDBPDatabase<Schema> | null>>();

  return () => {
    const factory = getFactory();
    if (factory === null) return Promise.resolve(null);
    const existing = databases.get(factory);
    if (existing !== undefined) return existing;
    // Another tab or the browser may close the database. The next call opens it again.
    const forget = () => databases.delete(factory);
    const open = () =>
      openDB<Schema>(name, upgrades.length, {
        upgrade: async (db, oldVersion, _newVersion, transaction) => {
          for (const upgrade of upgrades.slice(oldVersion)) await upgrade(db, transaction);
        },
        blocking: (_current, _blocked, event) => {
          forget();
          if (event.target instanceof IDBDatabase) event.target.close();
        },
        terminated: forget,
      });
    const opened = rejectIfForbidden(open).catch(() => null);
    let isLate = false;
    const timedOut = nullAfter(OPEN_TIMEOUT_MS).then((none) => {
      isLate = true;
      return none;
    });
    const database = Promise.race([opened, timedOut]);
    databases.set(factory, database);
    const followOpening = async () => {
      const db = await opened;
      if (databases.get(factory) !== database) return;
      // A failure may be temporary, so the next call tries again.
      if (db === null) forget();
      else if (isLate) {
        databases.set(factory, opened);
        onLateOpen?.();
      }
    };
    void followOpening();
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
