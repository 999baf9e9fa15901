import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from "idb";
import { afterOwnTime } from "@/lib/time/active-timeout";

/** Ms after which a browser that does not answer counts as one without a store: a page would wait for ever. */
const OPENS_WITHIN = 5_000;

function never(after: number): Promise<null> {
  return new Promise((resolve) => void afterOwnTime(after, () => resolve(null)));
}

/** Null where there is none; in a sandboxed frame even asking for it is refused. */
function ownFactory(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}

/** What forbids a store may refuse at the call itself. Other refusals are thrown: something may be kept there. */
function unlessForbidden<Opened>(open: () => Promise<Opened>): Promise<Opened> {
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
 */
export function browserStore<Schema extends DBSchema>(
  name: string,
  upgrade: NonNullable<OpenDBCallbacks<Schema>["upgrade"]>,
): () => Promise<IDBPDatabase<Schema> | null> {
  const known = new WeakMap<IDBFactory, Promise<IDBPDatabase<Schema> | null>>();

  return () => {
    const factory = ownFactory();
    if (factory === null) return Promise.resolve(null);
    const before = known.get(factory);
    if (before !== undefined) return before;
    // Closed by another tab, or by the browser: whoever comes next opens it again.
    const forget = () => known.delete(factory);
    const open = () =>
      openDB<Schema>(name, 1, {
        upgrade,
        blocking: (_current, _blocked, event) => {
          forget();
          if (event.target instanceof IDBDatabase) event.target.close();
        },
        terminated: forget,
      });
    const opened = unlessForbidden(open).catch(() => null);
    const inTime = Promise.race([opened, never(OPENS_WITHIN)]);
    known.set(factory, inTime);
    return inTime;
  };
}
