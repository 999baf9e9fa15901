import { setActiveTimeout } from "@/lib/time/active-timeout";
import type { JournalEntry } from "./journal-entry";
import { writeEntry } from "./journal-store";
import { memoryOnly } from "./tab-id";

/** The longest that a write waits for its entry, in ms: nothing may fail or hang because of the journal. */
const MAX_WAIT_MS = 1_000;

/** The store has let a write wait in vain: the next ones do not, until it answers. */
let isSlow = false;

/**
 * Puts an entry into the journal, or another state of it, and resolves once it is kept. Gives up waiting after a
 * moment, and never rejects: then the entry lives as long as the tab.
 */
export function storeEntry(entry: JournalEntry): Promise<void> {
  memoryOnly.set(entry.id, entry);
  const stored = tryToStore(entry);
  if (isSlow) return Promise.resolve();
  return new Promise((resolve) => {
    const cancelTimeout = setActiveTimeout(MAX_WAIT_MS, () => {
      isSlow = true;
      resolve();
    });
    void stored.finally(() => {
      cancelTimeout();
      resolve();
    });
  });
}

async function tryToStore(entry: JournalEntry): Promise<void> {
  try {
    await writeEntry(entry);
  } catch {
    // It is among the unkept ones; the page of the journal says so.
  }
  isSlow = false;
}
