import type { JournalEntry } from "./journal-entry";

/** The longest that a write waits for its entry, in ms: nothing may fail or hang because of the journal. */
const WAIT_AT_MOST = 1_000;

/** This page among the browser's tabs; another one after a reload. */
export const TAB = Math.random().toString(36).slice(2, 12);

/** Entries of this tab that the browser has not kept, by their id: not yet, or never. */
export const unkept = new Map<string, JournalEntry>();

/** The journal's store. Its code is fetched when it is first needed: the first page needs none of it. */
export function openJournal() {
  return import("./journal-store");
}

/**
 * Puts an entry into the journal, or another state of it, and resolves once it is kept. Gives up waiting after a
 * moment, and never rejects: then the entry lives as long as the tab.
 */
export function keepEntry(entry: JournalEntry): Promise<void> {
  unkept.set(entry.id, entry);
  const kept = openJournal().then((store) => store.keep(entry));
  return new Promise((resolve) => {
    setTimeout(resolve, WAIT_AT_MOST);
    kept.then(resolve, () => resolve());
  });
}
