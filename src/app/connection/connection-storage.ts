import type { Connection } from "@/http/connection";

// A visit reads this before the rest of the app has come: it stands on nothing large.

// One name per storage area. The tab's area holds the keys; the device's only those a person asked to keep there.
export const LIST_KEY = "environs.connections";
export const ACTIVE_KEY = "environs.active";
/** Stands for the emulated backend among the ids of connections. */
export const DEMO_CONNECTION_ID = "demo";

/** A connection as kept, and whether on the device or for this tab only. */
export interface StoredConnection extends Connection {
  readonly isOnDevice: boolean;
}

/** Where connections are kept. */
export type StorageArea = "sessionStorage" | "localStorage";

const CONNECTION_FIELDS = ["id", "label", "baseUrl", "prefix", "key"];

function readItem(area: StorageArea, name: string): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    // Storage is forbidden: nothing was kept.
    return null;
  }
}

/** Whether it is what is kept of a connection, no more and no less. The key is empty once the person disconnected. */
function isConnection(value: unknown): value is Connection {
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value);
  const hasKnownPrefix =
    "prefix" in value && (value.prefix === "environments" || value.prefix === "projects");
  const hasAllFields =
    entries.length === CONNECTION_FIELDS.length && CONNECTION_FIELDS.every((name) => name in value);
  return hasKnownPrefix && hasAllFields && entries.every(([, field]) => typeof field === "string");
}

/** Returns what one area stores, without what another version of the app wrote in another form. */
export function readStoredList(area: StorageArea): readonly Connection[] {
  try {
    const stored: unknown = JSON.parse(readItem(area, LIST_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isConnection) : [];
  } catch {
    return [];
  }
}

/** Every kept connection, the device's first. */
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

/** The connection this tab uses, else the one used last on the device: an id, `DEMO`, or null for none. */
export function readActiveConnectionId(): string | null {
  return readItem("sessionStorage", ACTIVE_KEY) ?? readItem("localStorage", ACTIVE_KEY);
}

/** The connection a visit begins with; null for none, for one without its key, and for the emulated backend. */
export function readStoredConnection(): Connection | null {
  const active = readActiveConnectionId();
  if (active === DEMO_CONNECTION_ID) return null;
  const connection = readStoredConnections().find(({ id }) => id === active);
  return connection && connection.key !== "" ? connection : null;
}

/** Whether a visit begins with the emulated backend, where the build has it and no connection is kept. */
export function shouldStartWithDemo(): boolean {
  const active = readActiveConnectionId();
  // Who disconnected is not put on made-up records without having asked for them.
  return active === null || active === DEMO_CONNECTION_ID;
}
