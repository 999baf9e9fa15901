import type { Connection } from "@/api/connection";

// Names of items in session and local storage. API keys are in session storage unless the user
// chooses local storage.
const LIST_KEY = "environs.connections";
const ACTIVE_KEY = "environs.active";
/** Server in `config.json` on the last visit. Empty if there was none. */
const PIN_KEY = "environs.pin";
/** In local storage. Times of removals in any tab, in ms since 1970, by hashed connection ID. */
const REMOVALS_KEY = "environs.removals";
/** In session storage. Times at which this tab stored its connections, in ms since 1970, by hashed connection ID. */
const SAVED_KEY = "environs.saved";
export const DEMO_CONNECTION_ID = "demo";
/** Stored when the active connection is removed, so that the demo doesn't start. */
export const NO_CONNECTION_ID = "none";
// "1" is the mocks' project "Demo". Real servers resolve "@current" to the key's project.
const DEFAULT_PROJECT = { demo: "1", live: "@current" };

/** A stored connection. `isOnDevice` is true in local storage, and false in session storage. */
export interface StoredConnection extends Connection {
  readonly isOnDevice: boolean;
}

interface Connected {
  readonly client: { readonly connection: { readonly id: string } };
  /** Null for a real server. */
  readonly demo: unknown;
}

type StorageArea = "sessionStorage" | "localStorage";

const CONNECTION_FIELDS = ["id", "label", "baseUrl", "prefix", "key"];

/** Returns the stored connections of one area, without keys that another tab removed. Ignores damaged entries. */
function readList(area: StorageArea): readonly Connection[] {
  const stored = readJson(area, LIST_KEY);
  const connections = Array.isArray(stored) ? stored.filter(isConnection) : [];
  return area === "localStorage"
    ? connections
    : connections.map((connection) => (isRemoved(connection) ? { ...connection, key: "" } : connection));
}

/** Validates a stored connection, which another version may have written. After a disconnect, its key is empty. */
function isConnection(value: unknown): value is Connection {
  const fields: Record<string, unknown> = Object(value);
  const entries = Object.entries(fields);
  return (
    entries.length === CONNECTION_FIELDS.length &&
    entries.every(([name, field]) => CONNECTION_FIELDS.includes(name) && typeof field === "string") &&
    (fields["prefix"] === "environments" || fields["prefix"] === "projects")
  );
}

/** Returns all stored connections. Those in local storage come first. */
export function readStoredConnections(): readonly StoredConnection[] {
  const onDevice = readList("localStorage");
  const inTab = readList("sessionStorage").filter(({ id }) => !onDevice.some((other) => other.id === id));
  return [
    ...onDevice.map((connection) => ({ ...connection, isOnDevice: true })),
    ...inTab.map((connection) => ({ ...connection, isOnDevice: false })),
  ];
}

/** Stores a connection in either session or local storage. */
export function saveConnection(connection: Connection, isOnDevice: boolean): void {
  forgetConnection(connection.id);
  const area = isOnDevice ? "localStorage" : "sessionStorage";
  storeTime("sessionStorage", SAVED_KEY, connection.id, readRemovalTime(connection.id));
  writeList(area, [...readList(area), connection]);
}

function writeList(area: StorageArea, connections: readonly Connection[]): void {
  writeItem(area, LIST_KEY, connections.length === 0 ? null : JSON.stringify(connections, CONNECTION_FIELDS));
}

function updateLists(update: (connections: readonly Connection[]) => readonly Connection[]): void {
  for (const area of ["sessionStorage", "localStorage"] as const) writeList(area, update(readList(area)));
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

/**
 * Deletes offboarding drafts and cached names of connections that are stored neither in this tab nor on this device.
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

/**
 * Whether another tab removed the connection after this tab stored it. A suspended tab receives no message about the
 * removal.
 */
function isRemoved({ id }: Connection): boolean {
  return readRemovalTime(id) > readTime("sessionStorage", SAVED_KEY, id);
}

/** Deletes this tab's keys that another tab removed while this tab wasn't running. */
export function deleteRemovedKeys(): void {
  const connections = readList("sessionStorage");
  if (connections.some(isRemoved)) writeList("sessionStorage", connections);
}

/** Stores the time of a removal for tabs that aren't running. */
export function storeRemoval(id: string): void {
  storeTime("localStorage", REMOVALS_KEY, id, readRemovalTime(id) + 1);
}

/** Returns when a connection was last removed, in ms since 1970. Returns 0 if it never was. */
function readRemovalTime(id: string): number {
  return readTime("localStorage", REMOVALS_KEY, id);
}

function readTime(area: StorageArea, name: string, id: string): number {
  return Number(Object(readJson(area, name))[hashId(id)]) || 0;
}

/** Stores the current time for a connection, but at least `minTime`, because the clock may have been set back. */
function storeTime(area: StorageArea, name: string, id: string, minTime: number): void {
  const times = { ...Object(readJson(area, name)), [hashId(id)]: Math.max(Date.now(), minTime) };
  writeItem(area, name, JSON.stringify(times));
}

/** Hashes a connection ID (FNV-1a), so that addresses of removed servers aren't stored. */
export function hashId(id: string): string {
  let hash = 2_166_136_261;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return hash.toString(36);
}

/** Returns the ID of this tab's connection. Without one, returns the ID that was last used on this device. */
export function readActiveConnectionId(): string | null {
  return readItem("sessionStorage", ACTIVE_KEY) ?? readItem("localStorage", ACTIVE_KEY);
}

/** Stores the ID of the active connection. The ID doesn't contain the key. */
export function storeActiveConnectionId(id: string): void {
  writeItem("sessionStorage", ACTIVE_KEY, id);
  writeItem("localStorage", ACTIVE_KEY, id);
}

/**
 * Returns the active connection, even when this site is pinned to another server. Null without a key, and for the demo.
 */
export function readActiveConnection(): Connection | null {
  const active = readActiveConnectionId();
  if (active === DEMO_CONNECTION_ID) return null;
  const connection = readStoredConnections().find(({ id }) => id === active);
  return connection && connection.key !== "" ? connection : null;
}

/** Whether to start with the demo, if the build contains it. After a disconnect, the demo doesn't start. */
export function shouldStartWithDemo(): boolean {
  const active = readActiveConnectionId();
  return active === null || active === DEMO_CONNECTION_ID;
}

function formatPin({ baseUrl, prefix }: Pick<Connection, "baseUrl" | "prefix">): string {
  return `${baseUrl} ${prefix}`;
}

/** Stores the server to which the site is pinned. The next visit won't send a key to another server. */
export function storePin(server: Pick<Connection, "baseUrl" | "prefix"> | null): void {
  writeItem("localStorage", PIN_KEY, server === null ? "" : formatPin(server));
}

/** Returns the active connection. Null if the site was pinned to another server on the last visit. */
export function readStoredConnection(): Connection | null {
  const connection = readActiveConnection();
  const pin = readItem("localStorage", PIN_KEY);
  return connection === null || !pin || pin === formatPin(connection) ? connection : null;
}

/** Whether a connection is stored, but the result of the pin check isn't stored yet. */
export function isPinUnknown(): boolean {
  return readItem("localStorage", PIN_KEY) === null && readActiveConnection() !== null;
}

const projectKey = (connectionId: string) => `environs.project.${connectionId}`;

export function storeLastProject({ client }: Connected, projectId: string): void {
  writeItem("localStorage", projectKey(client.connection.id), projectId);
}

export function getRecentProject({ client, demo }: Connected): string {
  const stored = readItem("localStorage", projectKey(client.connection.id));
  return stored || (demo ? DEFAULT_PROJECT.demo : DEFAULT_PROJECT.live);
}

export function forgetProject(connectionId: string): void {
  writeItem("localStorage", projectKey(connectionId), null);
}

function readItem(area: StorageArea, name: string): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    // Storage is blocked.
    return null;
  }
}

function readJson(area: StorageArea, name: string): unknown {
  try {
    return JSON.parse(readItem(area, name) ?? "null");
  } catch {
    return null;
  }
}

function writeItem(area: StorageArea, name: string, text: string | null): void {
  try {
    if (text === null) globalThis[area].removeItem(name);
    else globalThis[area].setItem(name, text);
  } catch {
    // Storage is blocked or full, so the item isn't stored.
  }
}
