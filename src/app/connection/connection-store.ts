import type { Connection } from "@/http/connection";
import { ACTIVE_KEY, LIST_KEY, readStoredList, type StorageArea } from "./connection-storage";

/** Stands for a connection that was forgotten: unlike on a first visit, the demo does not begin by itself. */
export const NO_CONNECTION_ID = "none";

function writeItem(area: StorageArea, name: string, text: string | null): void {
  try {
    if (text === null) globalThis[area].removeItem(name);
    else globalThis[area].setItem(name, text);
  } catch {
    // Storage is forbidden or full: the connection lives in memory until the page is left.
  }
}

function writeList(area: StorageArea, connections: readonly Connection[]): void {
  const plain = connections.map(({ id, label, baseUrl, prefix, key }) => ({
    id,
    label,
    baseUrl,
    prefix,
    key,
  }));
  writeItem(area, LIST_KEY, plain.length === 0 ? null : JSON.stringify(plain));
}

function replaceConnection(
  connections: readonly Connection[],
  connection: Connection,
): readonly Connection[] {
  return [...connections.filter((other) => other.id !== connection.id), connection];
}

/** Keeps a connection for the tab, or on the device when the person asked for that; never in both. */
export function saveConnection(connection: Connection, isOnDevice: boolean): void {
  forgetConnection(connection.id);
  const area = isOnDevice ? "localStorage" : "sessionStorage";
  writeList(area, replaceConnection(readStoredList(area), connection));
}

/** Removes a connection and its key everywhere. */
export function forgetConnection(id: string): void {
  for (const area of ["sessionStorage", "localStorage"] as const) {
    writeList(
      area,
      readStoredList(area).filter((connection) => connection.id !== id),
    );
  }
}

/** Removes the key of a connection everywhere and keeps its address. */
export function forgetKey(id: string): void {
  for (const area of ["sessionStorage", "localStorage"] as const) {
    writeList(
      area,
      readStoredList(area).map((connection) =>
        connection.id === id ? { ...connection, key: "" } : connection,
      ),
    );
  }
}

/** Remembers which connection is used. Ids hold no key. */
export function storeActiveConnectionId(id: string | null): void {
  writeItem("sessionStorage", ACTIVE_KEY, id);
  writeItem("localStorage", ACTIVE_KEY, id);
}
