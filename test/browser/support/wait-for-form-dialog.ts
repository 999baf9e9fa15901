import { expect, type Page } from "@playwright/test";

/** Waits for the form over a page, if the path opens one. The form's code loads after the page. */
export async function waitForFormDialog(page: Page, path: string): Promise<void> {
  if (/\/(?:new|edit)(?:\?|$)/.test(path)) await expect(page.getByRole("dialog")).toBeVisible();
}
