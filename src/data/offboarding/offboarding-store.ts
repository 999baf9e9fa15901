import type { DBSchema } from "idb";
import * as z from "zod/mini";
import { createDatabaseOpener } from "@/data/browser-storage/open-database";
import type { Api } from "@/data/client/api-context";
import { REDACTED } from "@/data/journal/journal-entry";
import { createTabChannel } from "@/data/query/tab-channel";
import { type OffboardingRecord, offboardingRecordSchema } from "./offboarding-record";

const DATABASE_NAME = "environs-offboarding";

interface Schema extends DBSchema {
  cases: { key: string; value: unknown; indexes: { place: [string, string] } };
}

/** Cases that the browser does not keep: they live as long as the tab. */
const memoryOnly = new Map<string, OffboardingRecord>();

const database = createDatabaseOpener<Schema>(DATABASE_NAME, (db) => {
  db.createObjectStore("cases", { keyPath: "id" }).createIndex("place", ["connection", "projectId"]);
});
const channel = createTabChannel(DATABASE_NAME);

/** Whatever a text holds that a person or a server wrote, the key stays out of the store. */
function redactKey(offboarding: OffboardingRecord, { client }: Api): OffboardingRecord {
  const { key } = client.connection;
  const text = JSON.stringify(offboarding);
  const escapedKey = JSON.stringify(key).slice(1, -1);
  return key === "" || !text.includes(escapedKey)
    ? offboarding
    : z.parse(offboardingRecordSchema, JSON.parse(text.replaceAll(escapedKey, REDACTED)));
}

/**
 * Keeps a case as `edit` makes it of the one that is kept, of `first` where there is none yet. Gives it as it is then;
 * where the browser keeps nothing it lives as long as the tab. Never rejects.
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
  try {
    const db = await database();
    if (db === null) throw new Error("no store");
    // One transaction: another tab may write the same case.
    const transaction = db.transaction("cases", "readwrite");
    const changed = change(await transaction.store.get(first.id));
    await transaction.store.put(changed);
    await transaction.done;
    memoryOnly.delete(first.id);
    channel.broadcast();
    return changed;
  } catch {
    const changed = change(undefined);
    memoryOnly.set(first.id, changed);
    channel.broadcast();
    return changed;
  }
}

/** Whether a case goes with its tab, because the browser keeps nothing. */
export function isOffboardingStored(id: string): boolean {
  return !memoryOnly.has(id);
}

/** The cases of a project of a server, newest first. What another version has written is left out. */
export async function readOffboardings({ client, projectId }: Api): Promise<readonly OffboardingRecord[]> {
  const db = await database();
  const projectKey: [string, string] = [client.connection.id, projectId];
  const rows = db === null ? [] : await db.getAllFromIndex("cases", "place", projectKey).catch(() => []);
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

/** Forgets a case; what it has done stays done, and in the journal. Never rejects. */
export async function deleteStoredOffboarding(id: string): Promise<void> {
  memoryOnly.delete(id);
  try {
    await (await database())?.delete("cases", id);
  } catch {
    // It is still there, and shown.
  }
  channel.broadcast();
}

/** Calls back after changes of the cases, of any tab. */
export function subscribeToOffboardings(listener: () => void): () => void {
  return channel.subscribe(listener);
}

/**
 * Says to the browser's other tabs that a case runs here, until the answer is called; null where it runs in another
 * one. Browsers without locks cannot tell.
 */
export async function lockOffboarding(id: string): Promise<(() => void) | null> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return () => undefined;
  return new Promise((resolve) => {
    const held = locks.request(`${DATABASE_NAME}-${id}`, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => resolve(() => release()));
    });
    held.catch(() => resolve(() => undefined));
  });
}
