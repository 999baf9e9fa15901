import { setActiveTimeout } from "@/lib/time/wait";
import type { JournalEntry } from "./journal-entry";
import { writeEntry } from "./journal-store";
import { memoryOnly } from "./tab-id";

/** Maximum time that a request waits for its journal entry to be stored. A slow journal must not block changes. */
const MAX_WAIT_MS = 1_000;

/** Whether the store timed out. Until the store responds, further requests don't wait for it. */
let isSlow = false;

/**
 * Stores or updates an entry. Resolves when the write ends or times out. Resolves immediately if an
 * earlier write has timed out. Never rejects. If the write fails, the entry stays in memory until a
 * retry succeeds or the tab closes.
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
    // The entry stays in `memoryOnly`, and Activity shows a warning.
  }
  isSlow = false;
}
