import type { Connection } from "@/http/connection";
import {
  ACTIVE_KEY,
  DEMO_CONNECTION_ID,
  formatPin,
  hashId,
  isRemoved,
  LIST_KEY,
  PIN_KEY,
  REMOVALS_KEY,
  readStoredConnections,
  readStoredList,
  readTimes,
  SAVED_KEY,
  type StorageArea,
} from "./connection-storage";

/** Stored when the active connection is removed, so that the demo doesn't start. */
export const NO_CONNECTION_ID = "none";

function writeItem(area: StorageArea, name: string, text: string | null): void {
  try {
    if (text === null) globalThis[area].removeItem(name);
    else globalThis[area].setItem(name, text);
  } catch {
    // Storage is blocked or full, so the item isn't stored.
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

/**
 * Stores the current time for a connection, but at least `minTime`, because the clock may have been
 * set back.
 */
function storeTime(area: StorageArea, name: string, id: string, minTime: number): void {
  const time = Math.max(Date.now(), minTime);
  writeItem(area, name, JSON.stringify({ ...readTimes(area, name), [hashId(id)]: time }));
}

/** Returns when a connection was last removed, in ms since 1970. Returns 0 if it never was. */
function readRemovalTime(id: string): number {
  return Number(readTimes("localStorage", REMOVALS_KEY)[hashId(id)]) || 0;
}

function updateLists(update: (connections: readonly Connection[]) => readonly Connection[]): void {
  for (const area of ["sessionStorage", "localStorage"] as const)
    writeList(area, update(readStoredList(area)));
}

/** Stores a connection in either session or local storage. */
export function saveConnection(connection: Connection, isOnDevice: boolean): void {
  forgetConnection(connection.id);
  const area = isOnDevice ? "localStorage" : "sessionStorage";
  storeTime("sessionStorage", SAVED_KEY, connection.id, readRemovalTime(connection.id));
  writeList(area, [...readStoredList(area), connection]);
}

/** Stores the time of a removal for tabs that aren't running. */
export function storeRemoval(id: string): void {
  storeTime("localStorage", REMOVALS_KEY, id, readRemovalTime(id) + 1);
}

/** Deletes this tab's keys that another tab removed while this tab wasn't running. */
export function deleteRemovedKeys(): void {
  const connections = readStoredList("sessionStorage");
  if (connections.some(isRemoved)) writeList("sessionStorage", connections);
}

/**
 * Deletes offboarding drafts and cached names of connections that are stored neither in this tab nor
 * on this device.
 */
export function deleteOrphanedItems(): void {
  const ids = [DEMO_CONNECTION_ID, ...readStoredConnections().map(({ id }) => id)];
  try {
    for (const area of [sessionStorage, localStorage]) {
      for (const name of Object.keys(area)) {
        const [prefix] = /^environs\.(?:offboarding|source-names)\./.exec(name) ?? [];
        if (prefix && !ids.some((id) => name.startsWith(`${prefix}${id}.`))) area.removeItem(name);
      }
    }
  } catch {
    // Treats blocked storage as empty.
  }
}

export function forgetConnection(id: string): void {
  updateLists((connections) => connections.filter((connection) => connection.id !== id));
  deleteOrphanedItems();
}

/** Removes a connection's key. The address stays. */
export function forgetKey(id: string): void {
  updateLists((connections) =>
    connections.map((connection) => (connection.id === id ? { ...connection, key: "" } : connection)),
  );
}

/** Stores the ID of the active connection. The ID doesn't contain the key. */
export function storeActiveConnectionId(id: string | null): void {
  writeItem("sessionStorage", ACTIVE_KEY, id);
  writeItem("localStorage", ACTIVE_KEY, id);
}

/** Stores the server to which the site is pinned. The next visit won't send a key to another server. */
export function storePin(server: Pick<Connection, "baseUrl" | "prefix"> | null): void {
  writeItem("localStorage", PIN_KEY, server === null ? "" : formatPin(server));
}
