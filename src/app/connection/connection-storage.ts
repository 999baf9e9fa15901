import type { Connection } from "@/http/connection";

// A visit reads this before the rest of the app has come: it stands on nothing large.

// One name per storage area. The tab's area holds the keys; the device's only those a person asked to keep there.
export const LIST = "environs.connections";
export const ACTIVE = "environs.active";
/** Stands for the emulated backend among the ids of connections. */
export const DEMO = "demo";

/** A connection as kept, and whether on the device or for this tab only. */
export interface SavedConnection extends Connection {
  readonly isOnDevice: boolean;
}

/** Where connections are kept. */
export type Area = "sessionStorage" | "localStorage";

const PARTS = ["id", "label", "baseUrl", "prefix", "key"];

function read(area: Area, name: string): string | null {
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
  const parts = Object.entries(value);
  const isPrefix = "prefix" in value && (value.prefix === "environments" || value.prefix === "projects");
  const isWhole = parts.length === PARTS.length && PARTS.every((name) => name in value);
  return isPrefix && isWhole && parts.every(([, part]) => typeof part === "string");
}

/** What one area keeps; nothing where it cannot be understood. */
export function readList(area: Area): readonly Connection[] {
  try {
    const kept: unknown = JSON.parse(read(area, LIST) ?? "[]");
    return Array.isArray(kept) && kept.every(isConnection) ? kept : [];
  } catch {
    return [];
  }
}

/** Every kept connection, the device's first. */
export function savedConnections(): readonly SavedConnection[] {
  const onDevice = readList("localStorage");
  const inTab = readList("sessionStorage").filter(({ id }) => !onDevice.some((other) => other.id === id));
  return [
    ...onDevice.map((connection) => ({ ...connection, isOnDevice: true })),
    ...inTab.map((connection) => ({ ...connection, isOnDevice: false })),
  ];
}

/** The connection this tab uses, else the one used last on the device: an id, `DEMO`, or null for none. */
export function activeConnection(): string | null {
  return read("sessionStorage", ACTIVE) ?? read("localStorage", ACTIVE);
}

/** The connection a visit begins with; null for none, for one without its key, and for the emulated backend. */
export function keptConnection(): Connection | null {
  const active = activeConnection();
  if (active === DEMO) return null;
  const connection = savedConnections().find(({ id }) => id === active);
  return connection && connection.key !== "" ? connection : null;
}

/** Whether a visit begins with the emulated backend, where the build has it and no connection is kept. */
export function startsWithDemo(): boolean {
  const active = activeConnection();
  // Who disconnected is not put on made-up records without having asked for them.
  return active === null || active === DEMO;
}
