import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from "idb";

/**
 * A store of this browser, opened when it is first asked for; null where the browser has none or forbids it (private
 * windows, sandboxed frames).
 * @param upgrade makes the tables of version 1
 */
export function browserStore<Schema extends DBSchema>(
  name: string,
  upgrade: NonNullable<OpenDBCallbacks<Schema>["upgrade"]>,
): () => Promise<IDBPDatabase<Schema> | null> {
  const known = new WeakMap<IDBFactory, Promise<IDBPDatabase<Schema> | null>>();

  return () => {
    if (typeof indexedDB === "undefined") return Promise.resolve(null);
    const factory = indexedDB;
    const before = known.get(factory);
    if (before !== undefined) return before;
    // Closed by another tab, or by the browser: whoever comes next opens it again.
    const forget = () => known.delete(factory);
    const opened = openDB<Schema>(name, 1, {
      upgrade,
      blocking: (_current, _blocked, event) => {
        forget();
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      terminated: forget,
    }).catch(() => null);
    known.set(factory, opened);
    return opened;
  };
}
