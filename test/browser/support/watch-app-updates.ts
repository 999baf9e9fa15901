import type { Page } from "@playwright/test";

/** Records when the app starts to listen for missing code. Runs in the page before any other script. */
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
 * Records in every document when the app starts to listen for missing code. The listener's code loads seconds after the
 * start. Returns a function that waits for the listener in the current document.
 */
export async function watchAppUpdates(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(recordUpdateListener);
  return async () => {
    await page.waitForFunction(() => "listensForMissingCode" in window);
  };
}
