import type { Page } from "@playwright/test";

/** Runs in the page before anything else. Records when the app starts to listen for missing code. */
function recordUpdateListener(): void {
  const add = window.addEventListener.bind(window);
  Object.assign(window, {
    addEventListener(...all: Parameters<typeof add>) {
      add(...all);
      if (String(all[0]) === "vite:preloadError") Object.assign(window, { listensForMissingCode: true });
    },
  });
}

/**
 * Records in every document when the app starts to listen for missing code. This happens seconds after the start, in
 * code that loads then. Returns a function that waits for it in the current document.
 */
export async function watchAppUpdates(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(recordUpdateListener);
  return async () => {
    await page.waitForFunction(() => "listensForMissingCode" in window);
  };
}
