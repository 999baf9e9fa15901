import type { DBSchema } from "idb";
import * as z from "zod/mini";
import type { Api } from "@/data/backend/backend";
import { createTabChannel, holdTabLock } from "@/data/backend/other-tabs";
import { createDatabaseOpener, openOrThrow, prefixRange } from "@/data/browser-storage/open-database";
import { REDACTED } from "@/data/journal/journal-entry";
import { addressKey } from "@/lib/recipients/email-match";
import { type OffboardingRecord, offboardingRecordSchema } from "./offboarding-record";

const DATABASE_NAME = "environs-offboarding";

interface Schema extends DBSchema {
  offboardings: { key: string; value: unknown; indexes: { project: [string, string] } };
}

/** Records that couldn't be stored. Closing the tab loses them. */
const memoryOnly = new Map<string, OffboardingRecord>();

const database = createDatabaseOpener<Schema>(DATABASE_NAME, 2, async (db, oldVersion, transaction) => {
  if (oldVersion === 0) {
    const created = db.createObjectStore("offboardings", { keyPath: "id" });
    created.createIndex("project", ["connection", "projectId"]);
    return;
  }
  // Version 1 used other names for the store and its index.
  const store = transaction.objectStore("cases" as string as "offboardings");
  store.name = "offboardings";
  store.index("place" as string as "project").name = "project";
  for (let cursor = await store.openCursor(); cursor !== null; cursor = await cursor.continue()) {
    await cursor.update(upgradeOffboarding(cursor.value));
  }
});
const channel = createTabChannel(DATABASE_NAME);

/** Replaces the API key, which text from a user or the server may contain. */
function redactKey(offboarding: OffboardingRecord, { client }: Api): OffboardingRecord {
  const { key } = client.connection;
  const text = JSON.stringify(offboarding);
  const escapedKey = JSON.stringify(key).slice(1, -1);
  return key === "" || !text.includes(escapedKey)
    ? offboarding
    : z.parse(offboardingRecordSchema, JSON.parse(text.replaceAll(escapedKey, REDACTED)));
}

/**
 * Applies `edit` to the stored record, or to `first` if none is stored. Stores and returns the
 * result. Uses memory when storage is unavailable. Never rejects.
 */
export async function updateStoredOffboarding(
  api: Api,
  first: OffboardingRecord,
  edit: (offboarding: OffboardingRecord) => OffboardingRecord = () => first,
): Promise<OffboardingRecord> {
  const change = (known: unknown) => {
    const read = z.safeParse(offboardingRecordSchema, known);
    return redactKey(edit(read.success ? read.data : (memoryOnly.get(first.id) ?? first)), api);
  };
  let changed: OffboardingRecord;
  try {
    const db = await database();
    if (db === null) throw new Error("no store");
    // Reading and writing share a transaction, because another tab may write the same record.
    const transaction = db.transaction("offboardings", "readwrite");
    changed = change(await transaction.store.get(first.id));
    await transaction.store.put(changed);
    await transaction.done;
    memoryOnly.delete(first.id);
  } catch {
    changed = change(undefined);
    memoryOnly.set(first.id, changed);
  }
  channel.broadcast();
  return changed;
}

/** Whether the record is stored. If not, closing the tab loses it. */
export function isOffboardingStored(id: string): boolean {
  return !memoryOnly.has(id);
}

/** Returns a project's records, newest first. Skips records of incompatible versions. */
export async function readOffboardings({ client, projectId }: Api): Promise<readonly OffboardingRecord[]> {
  const db = await database();
  const projectKey: [string, string] = [client.connection.id, projectId];
  const rows =
    db === null ? [] : await db.getAllFromIndex("offboardings", "project", projectKey).catch(() => []);
  const records = new Map<string, OffboardingRecord>();
  for (const row of rows) {
    const read = z.safeParse(offboardingRecordSchema, row);
    if (read.success) records.set(read.data.id, read.data);
  }
  for (const each of memoryOnly.values()) {
    if (each.connection === projectKey[0] && each.projectId === projectKey[1]) records.set(each.id, each);
  }
  return [...records.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** Deletes an offboarding, but not its journal entries. Never rejects. */
export async function deleteStoredOffboarding(id: string): Promise<void> {
  memoryOnly.delete(id);
  try {
    await (await database())?.delete("offboardings", id);
  } catch {
    // If the deletion fails, the list still contains the record.
  }
  channel.broadcast();
}

/** Counts the offboardings in all projects of a connection. Rejects if the store can't be opened. */
export async function countConnectionOffboardings(connection: string): Promise<number> {
  return (await listConnectionIds(connection)).length;
}

/** Deletes the offboardings in all projects of a connection. Rejects if a record can't be deleted. */
export async function deleteConnectionOffboardings(connection: string): Promise<void> {
  for (const id of await listConnectionIds(connection)) {
    memoryOnly.delete(id);
    await (await openOrThrow(database))?.delete("offboardings", id);
  }
  channel.broadcast();
}

async function listConnectionIds(connection: string): Promise<readonly string[]> {
  const unstored = [...memoryOnly.values()].filter((record) => record.connection === connection);
  const db = await openOrThrow(database);
  const stored = await db?.getAllKeysFromIndex("offboardings", "project", prefixRange(connection));
  return [...new Set([...unstored.map(({ id }) => id), ...(stored ?? [])])];
}

/** Calls the listener after changes in any tab. Returns an unsubscribe function. */
export const subscribeToOffboardings = channel.subscribe;

/**
 * Locks the offboarding of a person across tabs, which may have different records of it. Resolves with a release
 * function, or with null if another tab holds the lock. Without Web Locks, resolves with a function that does nothing.
 */
export function lockOffboarding(offboarding: OffboardingRecord): Promise<(() => void) | null> {
  const { connection, projectId, departingMember } = offboarding;
  const person = addressKey(departingMember.email) || String(departingMember.uuid).toLowerCase();
  return holdTabLock(JSON.stringify([DATABASE_NAME, connection, projectId, person]));
}

/** Names of version 1 of the database. */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ["leaver", "departingMember"],
  ["named", "mentioning"],
  ["keeps", "organizationLevel"],
  ["looked", "coverage"],
  ["deliveries", "subscriptions"],
  ["isInBin", "isInTrash"],
]);

/** Renames a step's kind or the prefix of its key. For example, "bin 12" becomes "trash 12". */
function renameKind(kind: string): string {
  return kind.replace(/^bin\b/, "trash").replace(/^delivery\b/, "subscription");
}

/** Renames the fields of a record that version 1 of the database stored, also in its parts. */
function upgradeOffboarding(stored: unknown): unknown {
  return JSON.parse(JSON.stringify(stored), (name, value: unknown) => {
    if ((name === "key" || name === "kind") && typeof value === "string") return renameKind(value);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value);
    return Object.fromEntries(fields.map(([key, each]) => [OLD_NAMES.get(key) ?? renameKind(key), each]));
  });
}
