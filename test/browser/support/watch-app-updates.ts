import type { Page } from "@playwright/test";

/** Runs in the page before anything else, and notes from when on it has code that is gone looked after. */
function recordUpdateListener(): void {
  const add = window.addEventListener.bind(window);
  Object.assign(window, {
    addEventListener(...all: Parameters<typeof add>) {
      add(...all);
      if (String(all[0]) === "vite:preloadError") Object.assign(window, { looksAfterCode: true });
    },
  });
}

/**
 * Has every document of a page noted from when on it looks after code that is gone: seconds after its start, by code that
 * is fetched then. Gives how to wait for it, in the document that stands.
 */
export async function watchAppUpdates(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(recordUpdateListener);
  return async () => {
    await page.waitForFunction(() => "looksAfterCode" in window);
  };
}
