import { setActiveTimeout } from "@/lib/time/active-timeout";
import type { JournalEntry } from "./journal-entry";
import { writeEntry } from "./journal-store";
import { memoryOnly } from "./tab-id";

/** How long a request waits until its journal entry is stored. A slow journal must never block a change. */
const MAX_WAIT_MS = 1_000;

/** Whether the store timed out. Further requests don't wait for the store until it responds again. */
let isSlow = false;

/**
 * Stores or updates an entry. Resolves when the entry is stored, or after a timeout. Never rejects. An entry that can't
 * be stored stays in memory until the tab closes.
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
    // The entry stays in `memoryOnly`, which the activity page reports.
  }
  isSlow = false;
}
