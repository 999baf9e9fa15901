import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const BOARD = "/p/1/vitals?path=/&path=/pricing&path=/checkout";

async function saveFile(page: Page, form: string): Promise<Buffer> {
  await page.getByRole("button", { name: "Download…" }).click();
  await page.getByRole("radio", { name: form }).check({ force: true });
  const arriving = page.waitForEvent("download");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Download \d/ })
    .click();
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/^Web vitals of project 1 .*\.csv$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  return readFile(await download.path());
}

test("the board is saved as a table", async ({ page }) => {
  await page.goto(BOARD);
  await expect(page.getByText("Needs improvement").first()).toBeVisible();
  // Values of the other paths may arrive later.
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  const csv = (await saveFile(page, "CSV")).toString("utf8");
  expect(csv.split("\r\n").filter((line) => line.startsWith("/checkout,"))).toHaveLength(4);
});
