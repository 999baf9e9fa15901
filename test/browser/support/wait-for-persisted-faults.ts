import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

/** Waits until the demo has written down this many failures: the settings show a choice before, a reload only after. */
export async function waitForPersistedFaults(page: Page, expectedCount: number): Promise<void> {
  await expect.poll(() => page.evaluate(countPersistedFaults)).toBe(expectedCount);
}

/** In the page: the failures in the emulator's database. */
function countPersistedFaults(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("environs-emulator");
    // Not there yet: the demo makes it itself, with its tables. Given up, nothing is left of this look.
    opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
    opening.addEventListener("error", () =>
      opening.error?.name === "AbortError"
        ? resolve(-1)
        : reject(new Error("the demo's database cannot be opened")),
    );
    opening.addEventListener("success", () => {
      const db = opening.result;
      const reading = db.transaction("settings").objectStore("settings").get("faults");
      reading.addEventListener("error", () => reject(new Error("the demo's failures cannot be read")));
      reading.addEventListener("success", () => {
        db.close();
        const stored: unknown = reading.result;
        resolve(Array.isArray(stored) ? stored.length : 0);
      });
    });
  });
}
