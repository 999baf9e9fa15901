import type { Page } from "@playwright/test";

/** Asks the app to save data, so that it doesn't load the code of other pages in advance. */
export async function enableDataSaver(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
}
