import type { DBSchema } from "idb";
import * as z from "zod/mini";
import { browserStore } from "@/data/browser-storage/open-database";
import type { Api } from "@/data/client/api-context";
import { HIDDEN } from "@/data/journal/journal-entry";
import { tabNews } from "@/data/query/tab-channel";
import { type OffboardingCase, offboardingCase } from "./offboarding-record";

const NAME = "environs-offboarding";

interface Schema extends DBSchema {
  cases: { key: string; value: unknown; indexes: { place: [string, string] } };
}

/** Cases that the browser does not keep: they live as long as the tab. */
const unkept = new Map<string, OffboardingCase>();

const database = browserStore<Schema>(NAME, (db) => {
  db.createObjectStore("cases", { keyPath: "id" }).createIndex("place", ["connection", "projectId"]);
});
const news = tabNews(NAME);

/** Whatever a text holds that a person or a server wrote, the key stays out of the store. */
function withoutKey(kept: OffboardingCase, { client }: Api): OffboardingCase {
  const { key } = client.connection;
  const text = JSON.stringify(kept);
  const written = JSON.stringify(key).slice(1, -1);
  return key === "" || !text.includes(written)
    ? kept
    : z.parse(offboardingCase, JSON.parse(text.replaceAll(written, HIDDEN)));
}

/**
 * Keeps a case as `edit` makes it of the one that is kept, of `first` where there is none yet. Gives it as it is then;
 * where the browser keeps nothing it lives as long as the tab. Never rejects.
 */
export async function keepCase(
  api: Api,
  first: OffboardingCase,
  edit: (kept: OffboardingCase) => OffboardingCase = () => first,
): Promise<OffboardingCase> {
  const change = (known: unknown) => {
    const read = z.safeParse(offboardingCase, known);
    return withoutKey(edit(read.success ? read.data : (unkept.get(first.id) ?? first)), api);
  };
  try {
    const db = await database();
    if (db === null) throw new Error("no store");
    // One transaction: another tab may write the same case.
    const transaction = db.transaction("cases", "readwrite");
    const changed = change(await transaction.store.get(first.id));
    await transaction.store.put(changed);
    await transaction.done;
    unkept.delete(first.id);
    news.tell();
    return changed;
  } catch {
    const changed = change(undefined);
    unkept.set(first.id, changed);
    news.tell();
    return changed;
  }
}

/** Whether a case goes with its tab, because the browser keeps nothing. */
export function isCaseKept(id: string): boolean {
  return !unkept.has(id);
}

/** The cases of a project of a server, newest first. What another version has written is left out. */
export async function readCases({ client, projectId }: Api): Promise<readonly OffboardingCase[]> {
  const db = await database();
  const place: [string, string] = [client.connection.id, projectId];
  const rows = db === null ? [] : await db.getAllFromIndex("cases", "place", place).catch(() => []);
  const cases = new Map<string, OffboardingCase>();
  for (const row of rows) {
    const read = z.safeParse(offboardingCase, row);
    if (read.success) cases.set(read.data.id, read.data);
  }
  for (const each of unkept.values()) {
    if (each.connection === place[0] && each.projectId === place[1]) cases.set(each.id, each);
  }
  return [...cases.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** Forgets a case; what it has done stays done, and in the journal. Never rejects. */
export async function dropCase(id: string): Promise<void> {
  unkept.delete(id);
  try {
    await (await database())?.delete("cases", id);
  } catch {
    // It is still there, and shown.
  }
  news.tell();
}

/** Calls back after changes of the cases, of any tab. */
export function watchCases(listener: () => void): () => void {
  return news.watch(listener);
}

/**
 * Says to the browser's other tabs that a case runs here, until the answer is called; null where it runs in another
 * one. Browsers without locks cannot tell.
 */
export async function holdCase(id: string): Promise<(() => void) | null> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return () => undefined;
  return new Promise((resolve) => {
    const held = locks.request(`${NAME}-${id}`, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((letGo) => resolve(() => letGo()));
    });
    held.catch(() => resolve(() => undefined));
  });
}
