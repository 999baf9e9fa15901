import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from "idb";
import { setActiveTimeout } from "@/lib/time/active-timeout";

/** Ms after which a browser that does not answer counts as one without a store: a page would wait for ever. */
const OPEN_TIMEOUT_MS = 5_000;

function nullAfter(ms: number): Promise<null> {
  return new Promise((resolve) => void setActiveTimeout(ms, () => resolve(null)));
}

/** Null where there is none; in a sandboxed frame even asking for it is refused. */
function getFactory(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}

/** What forbids a store may refuse at the call itself. Other refusals are thrown: something may be kept there. */
function rejectIfForbidden<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  try {
    return open();
  } catch (error) {
    if (error instanceof DOMException && error.name === "SecurityError") return Promise.reject(error);
    throw error;
  }
}

/**
 * A store of this browser, opened when it is first asked for; null where the browser has none, forbids it (private
 * windows, sandboxed frames), or does not answer.
 * @param upgrade makes the tables of version 1
 * @param onLateOpen called when a store opens after callers were told that there is none
 */
export function createDatabaseOpener<Schema extends DBSchema>(
  name: string,
  upgrade: NonNullable<OpenDBCallbacks<Schema>["upgrade"]>,
  onLateOpen?: () => void,
): () => Promise<IDBPDatabase<Schema> | null> {
  const databases = new WeakMap<IDBFactory, Promise<IDBPDatabase<Schema> | null>>();

  return () => {
    const factory = getFactory();
    if (factory === null) return Promise.resolve(null);
    const existing = databases.get(factory);
    if (existing !== undefined) return existing;
    // Closed by another tab, or by the browser: whoever comes next opens it again.
    const forget = () => databases.delete(factory);
    const open = () =>
      openDB<Schema>(name, 1, {
        upgrade,
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
    const followUp = async () => {
      const db = await opened;
      if (databases.get(factory) !== database) return;
      // A failure may pass: whoever comes next tries again.
      if (db === null) forget();
      else if (isLate) {
        databases.set(factory, opened);
        onLateOpen?.();
      }
    };
    void followUp();
    return database;
  };
}
