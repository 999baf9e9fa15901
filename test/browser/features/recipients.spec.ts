import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const AUDIT = "audit@northgate.example";

function rowOf(page: Page, address: string): Locator {
  return page.getByRole("row").filter({ has: page.getByRole("link", { name: address, exact: true }) });
}

async function openRecipients(page: Page, search = ""): Promise<void> {
  await page.goto(`/p/1/recipients${search}`);
  await expect(page.getByRole("heading", { level: 1, name: "Recipients" })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
}

async function chooseOwnDomain(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Add your domains/ }).click();
  const form = page.getByRole("dialog", { name: "Your domains" });
  await form.getByRole("checkbox", { name: /^harbourline\.example/ }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
}

test("external recipients are marked, also after a reload", async ({ page }) => {
  await openRecipients(page);
  await expect(page.getByRole("table").getByText("External", { exact: true })).toHaveCount(0);
  await chooseOwnDomain(page);
  await expect(rowOf(page, AUDIT).getByText("External", { exact: true })).toBeVisible();
  await openRecipients(page, "?q=is%3Aoutside");
  await expect(rowOf(page, AUDIT).getByText("External", { exact: true })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "@harbourline.example" })).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("fits the screen, with and without an open recipient", async ({ page }) => {
    for (const search of ["", `?recipient=${encodeURIComponent(`email:${AUDIT}`)}`]) {
      await openRecipients(page, search);
      if (search !== "") await expect(page.getByRole("dialog", { name: AUDIT })).toBeVisible();
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overhang, search).toBeLessThanOrEqual(0);
    }
  });
});
