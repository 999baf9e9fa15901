import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { setActiveTimeout } from "@/lib/time/active-timeout";

/** In ms. A browser that doesn't respond is treated as one without storage. */
const OPEN_TIMEOUT_MS = 5_000;

function nullAfter(ms: number): Promise<null> {
  return new Promise((resolve) => void setActiveTimeout(ms, () => resolve(null)));
}

/** Null when unavailable. In a sandboxed frame even the access throws. */
function getFactory(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}

/** Blocked storage may throw synchronously. Other errors are rethrown, as data may exist. */
function rejectIfForbidden<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  try {
    return open();
  } catch (error) {
    if (error instanceof DOMException && error.name === "SecurityError") return Promise.reject(error);
    throw error;
  }
}

/**
 * Creates a function that opens an IndexedDB database on first use. Resolves with null when storage is
 * missing, blocked (private windows, sandboxed frames) or doesn't respond.
 * @param upgrades one per version; each turns the version before it into its own
 * @param onLateOpen called when a store opens after callers got null
 */
export function createDatabaseOpener<Schema extends DBSchema>(
  name: string,
  upgrades: readonly ((db: IDBPDatabase<Schema>) => void)[],
  onLateOpen?: () => void,
): () => Promise<IDBPDatabase<Schema> | null> {
  const databases = new WeakMap<IDBFactory, Promise<IDBPDatabase<Schema> | null>>();

  return () => {
    const factory = getFactory();
    if (factory === null) return Promise.resolve(null);
    const existing = databases.get(factory);
    if (existing !== undefined) return existing;
    // Closed by another tab or the browser. The next call reopens it.
    const forget = () => databases.delete(factory);
    const open = () =>
      openDB<Schema>(name, upgrades.length, {
        upgrade: (db, oldVersion) => {
          for (const upgrade of upgrades.slice(oldVersion)) upgrade(db);
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
      // A failure may be temporary: the next call tries again.
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
