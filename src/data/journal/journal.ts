import { setActiveTimeout } from "@/lib/time/active-timeout";
import type { JournalEntry } from "./journal-entry";
import { writeEntry } from "./journal-store";
import { memoryOnly } from "./tab-id";

/** How long a request waits for its journal entry, in ms. The journal must never block a change. */
const MAX_WAIT_MS = 1_000;

/** Set after a timeout. Later requests don't wait until the store responds again. */
let isSlow = false;

/**
 * Stores or updates an entry. Resolves when it is stored, or after a timeout. Never rejects: an entry that
 * can't be stored lives in memory until the tab closes.
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
    // The entry stays in `memoryOnly`, and the activity page says so.
  }
  isSlow = false;
}
