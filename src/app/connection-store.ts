import * as z from "zod/mini";
import type { Connection } from "@/http/connection";

// One name per storage area. The tab's area holds the keys; the device's only those a person asked to keep there.
const LIST = "environs.connections";
const ACTIVE = "environs.active";
/** Stands for the emulated backend among the ids of connections. */
export const DEMO = "demo";
/** Stands for a connection that was forgotten: unlike on a first visit, the demo does not begin by itself. */
export const NONE = "none";

const savedConnection = z.strictObject({
  id: z.string(),
  label: z.string(),
  baseUrl: z.string(),
  prefix: z.enum(["environments", "projects"]),
  /** Empty once the person disconnected: the address is kept, the key is not. */
  key: z.string(),
});

/** A connection as kept, and whether on the device or for this tab only. */
export interface SavedConnection extends Connection {
  readonly isOnDevice: boolean;
}

type Area = "sessionStorage" | "localStorage";

function read(area: Area, name: string): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    // Storage is forbidden: nothing was kept.
    return null;
  }
}

function write(area: Area, name: string, text: string | null): void {
  try {
    if (text === null) globalThis[area].removeItem(name);
    else globalThis[area].setItem(name, text);
  } catch {
    // Storage is forbidden or full: the connection lives in memory until the page is left.
  }
}

function readList(area: Area): readonly Connection[] {
  try {
    const parsed = z.safeParse(z.array(savedConnection), JSON.parse(read(area, LIST) ?? "[]"));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

function writeList(area: Area, connections: readonly Connection[]): void {
  const plain = connections.map(({ id, label, baseUrl, prefix, key }) => ({
    id,
    label,
    baseUrl,
    prefix,
    key,
  }));
  write(area, LIST, plain.length === 0 ? null : JSON.stringify(plain));
}

function replaced(connections: readonly Connection[], connection: Connection): readonly Connection[] {
  return [...connections.filter((other) => other.id !== connection.id), connection];
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

/** Keeps a connection for the tab, or on the device when the person asked for that; never in both. */
export function saveConnection(connection: Connection, onDevice: boolean): void {
  forgetConnection(connection.id);
  const area = onDevice ? "localStorage" : "sessionStorage";
  writeList(area, replaced(readList(area), connection));
}

/** Removes a connection and its key everywhere. */
export function forgetConnection(id: string): void {
  for (const area of ["sessionStorage", "localStorage"] as const) {
    writeList(
      area,
      readList(area).filter((connection) => connection.id !== id),
    );
  }
}

/** Removes the key of a connection everywhere and keeps its address. */
export function forgetKey(id: string): void {
  for (const area of ["sessionStorage", "localStorage"] as const) {
    writeList(
      area,
      readList(area).map((connection) => (connection.id === id ? { ...connection, key: "" } : connection)),
    );
  }
}

/** The connection this tab uses, else the one used last on the device: an id, `DEMO`, or null for none. */
export function activeConnection(): string | null {
  return read("sessionStorage", ACTIVE) ?? read("localStorage", ACTIVE);
}

/** Remembers which connection is used. Ids hold no key. */
export function rememberActive(id: string | null): void {
  write("sessionStorage", ACTIVE, id);
  write("localStorage", ACTIVE, id);
}
