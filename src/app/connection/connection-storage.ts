import type { Connection } from "@/http/connection";

// Loads before the main bundle, so its imports must be small.

// Names of items in session and local storage. API keys are in session storage unless the user
// chooses local storage.
export const LIST_KEY = "environs.connections";
export const ACTIVE_KEY = "environs.active";
/** Server in `config.json` on the last visit. Empty if there was none. */
export const PIN_KEY = "environs.pin";
/** In local storage. Times of removals in any tab, in ms since 1970, by hashed connection ID. */
export const REMOVALS_KEY = "environs.removals";
/**
 * In session storage. Times at which this tab stored its connections, in ms since 1970, by hashed
 * connection ID.
 */
export const SAVED_KEY = "environs.saved";
/** In local storage. Set when the tour is first shown, so it also marks returning visitors. */
export const TOUR_KEY = "environs.tour";
export const DEMO_CONNECTION_ID = "demo";

/** A stored connection. `isOnDevice` is true in local storage, and false in session storage. */
export interface StoredConnection extends Connection {
  readonly isOnDevice: boolean;
}

export type StorageArea = "sessionStorage" | "localStorage";

const CONNECTION_FIELDS = ["id", "label", "baseUrl", "prefix", "key"];

function readItem(area: StorageArea, name: string): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    // Storage is blocked.
    return null;
  }
}

/** Validates a stored connection. After a disconnect, its key is empty. */
function isConnection(value: unknown): value is Connection {
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value);
  const hasKnownPrefix =
    "prefix" in value && (value.prefix === "environments" || value.prefix === "projects");
  const hasAllFields =
    entries.length === CONNECTION_FIELDS.length && CONNECTION_FIELDS.every((name) => name in value);
  return hasKnownPrefix && hasAllFields && entries.every(([, field]) => typeof field === "string");
}

function readJson(area: StorageArea, name: string): unknown {
  try {
    return JSON.parse(readItem(area, name) ?? "null");
  } catch {
    return null;
  }
}

/** Returns the stored times, by hashed connection ID. */
export function readTimes(area: StorageArea, name: string): Record<string, unknown> {
  return { ...Object(readJson(area, name)) };
}

/** Hashes a connection ID (FNV-1a), so that addresses of removed servers aren't stored. */
export function hashId(id: string): string {
  let hash = 2_166_136_261;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return hash.toString(36);
}

/**
 * Whether another tab removed the connection after this tab stored it. A suspended tab receives no message about the
 * removal.
 */
export function isRemoved({ id }: Connection): boolean {
  const hash = hashId(id);
  const [removedAt, savedAt] = [
    readTimes("localStorage", REMOVALS_KEY)[hash],
    readTimes("sessionStorage", SAVED_KEY)[hash] ?? 0,
  ];
  return Number(removedAt) > Number(savedAt);
}

/**
 * Returns the stored connections of one area, without keys that another tab removed. Ignores entries of an
 * incompatible version.
 */
export function readStoredList(area: StorageArea): readonly Connection[] {
  const stored = readJson(area, LIST_KEY);
  const connections = Array.isArray(stored) ? stored.filter(isConnection) : [];
  return area === "localStorage"
    ? connections
    : connections.map((connection) => (isRemoved(connection) ? { ...connection, key: "" } : connection));
}

/** Returns all stored connections. Those in local storage come first. */
export function readStoredConnections(): readonly StoredConnection[] {
  const onDevice = readStoredList("localStorage");
  const inTab = readStoredList("sessionStorage").filter(
    ({ id }) => !onDevice.some((other) => other.id === id),
  );
  return [
    ...onDevice.map((connection) => ({ ...connection, isOnDevice: true })),
    ...inTab.map((connection) => ({ ...connection, isOnDevice: false })),
  ];
}

/** Returns the ID of this tab's connection. Without one, returns the ID that was last used on this device. */
export function readActiveConnectionId(): string | null {
  return readItem("sessionStorage", ACTIVE_KEY) ?? readItem("localStorage", ACTIVE_KEY);
}

/**
 * Returns the active connection, even when this site is pinned to another server. Null without a key, and for the
 * demo.
 */
export function readActiveConnection(): Connection | null {
  const active = readActiveConnectionId();
  if (active === DEMO_CONNECTION_ID) return null;
  const connection = readStoredConnections().find(({ id }) => id === active);
  return connection && connection.key !== "" ? connection : null;
}

function readPin(): string | null {
  return readItem("localStorage", PIN_KEY);
}

/** Returns the active connection. Null if the site was pinned to another server on the last visit. */
export function readStoredConnection(): Connection | null {
  const connection = readActiveConnection();
  const pin = readPin() || null;
  return connection === null || pin === null || pin === formatPin(connection) ? connection : null;
}

/** Whether a connection is stored, but the result of the pin check isn't stored yet. */
export function isPinUnknown(): boolean {
  return readPin() === null && readActiveConnection() !== null;
}

export function formatPin({ baseUrl, prefix }: Pick<Connection, "baseUrl" | "prefix">): string {
  return `${baseUrl} ${prefix}`;
}

/** Whether to start with the demo, if the build contains it. */
export function shouldStartWithDemo(): boolean {
  const active = readActiveConnectionId();
  // After a disconnect, the demo doesn't start.
  return active === null || active === DEMO_CONNECTION_ID;
}
