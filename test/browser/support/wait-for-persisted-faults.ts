import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

/**
 * Waits until the demo has stored this many faults. The settings show a fault before it is stored, but a reload needs
 * the stored one.
 */
export async function waitForPersistedFaults(page: Page, expectedCount: number): Promise<void> {
  await expect.poll(() => page.evaluate(countPersistedFaults)).toBe(expectedCount);
}

/** Counts the faults in the emulator's database. Runs in the page. */
function countPersistedFaults(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("environs-emulator");
    // If the database doesn't exist yet, aborts its creation, because the demo must create it
    // with its object stores.
    opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
    opening.addEventListener("error", () =>
      opening.error?.name === "AbortError"
        ? resolve(-1)
        : reject(new Error("the demo's database cannot be opened")),
    );
    opening.addEventListener("success", () => {
      const db = opening.result;
      const reading = db.transaction("settings").objectStore("settings").get("faults");
      reading.addEventListener("error", () => reject(new Error("the demo's faults cannot be read")));
      reading.addEventListener("success", () => {
        db.close();
        const stored: unknown = reading.result;
        resolve(Array.isArray(stored) ? stored.length : 0);
      });
    });
  });
}
