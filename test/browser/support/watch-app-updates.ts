import type { Page } from "@playwright/test";

/**
 * Sets a flag when the app starts to listen for missing code. Runs in the page before all other
 * scripts.
 */
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
 * Sets a flag in each document when the app starts to listen for missing code, which happens
 * seconds after the app's start. Returns a function that waits for the flag in the current
 * document.
 */
export async function watchAppUpdates(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(recordUpdateListener);
  return async () => {
    await page.waitForFunction(() => "listensForMissingCode" in window);
  };
}
