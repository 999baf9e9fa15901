import { afterOwnTime } from "@/lib/time/active-timeout";
import type { JournalEntry } from "./journal-entry";
import { keep } from "./journal-store";
import { unkept } from "./tab-id";

/** The longest that a write waits for its entry, in ms: nothing may fail or hang because of the journal. */
const WAIT_AT_MOST = 1_000;

/** The store has let a write wait in vain: the next ones do not, until it answers. */
let isSlow = false;

/**
 * Puts an entry into the journal, or another state of it, and resolves once it is kept. Gives up waiting after a
 * moment, and never rejects: then the entry lives as long as the tab.
 */
export function keepEntry(entry: JournalEntry): Promise<void> {
  unkept.set(entry.id, entry);
  const kept = tryToKeep(entry);
  if (isSlow) return Promise.resolve();
  return new Promise((resolve) => {
    const giveUp = afterOwnTime(WAIT_AT_MOST, () => {
      isSlow = true;
      resolve();
    });
    void kept.finally(() => {
      giveUp();
      resolve();
    });
  });
}

async function tryToKeep(entry: JournalEntry): Promise<void> {
  try {
    await keep(entry);
  } catch {
    // It is among the unkept ones; the page of the journal says so.
  }
  isSlow = false;
}
