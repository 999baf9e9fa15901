import { expect, type Page } from "@playwright/test";

/** Waits for the form that lies over the page of such an address: its code comes a moment after the page. */
export async function waitForFormDialog(page: Page, path: string): Promise<void> {
  if (/\/(?:new|edit)(?:\?|$)/.test(path)) await expect(page.getByRole("dialog")).toBeVisible();
}
