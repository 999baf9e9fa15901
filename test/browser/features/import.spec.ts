import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const LIST = "/p/1/subscriptions";

async function downloadForEditing(page: Page): Promise<string> {
  await page.getByRole("main").getByRole("button", { name: "Download", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Download subscriptions" });
  await dialog.getByRole("radio", { name: "JSON for editing" }).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: /^Download \d+ rows$/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Subscriptions of project 1 to edit .*\.json$/);
  return readFile(await download.path(), "utf8");
}

async function dropFile(page: Page, text: string): Promise<void> {
  await expect(page.getByRole("button", { name: "Choose file…" })).toBeVisible();
  const files = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], "edited.json", { type: "application/json" }));
    return transfer;
  }, text);
  await page.dispatchEvent("h1", "dragover", { dataTransfer: files });
  await expect(page.getByText("Drop the file here")).toBeVisible();
  await page.dispatchEvent("h1", "drop", { dataTransfer: files });
}

test("a list is downloaded, edited, imported and restored as a whole @live", async ({ page }) => {
  await page.goto(LIST);
  await expect(page.getByText(/^\d+ subscriptions$/)).toBeVisible();
  const text = await downloadForEditing(page);
  const [first = "", second = ""] = [...text.matchAll(/"title": "([^"]+)"/g)].map((match) => match[1] ?? "");

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Import changes from file" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Import changes from file" })).toBeVisible();

  await dropFile(page, text);
  await expect(page.getByRole("heading", { name: "No changes" })).toBeVisible();
  await page.getByRole("button", { name: "Choose another file" }).click();

  const edited = text
    .replace(`"title": "${first}"`, '"title": "Edited by file"')
    .replace(new RegExp(`("title": "${second}"[\\s\\S]*?"deleted": )false`), "$1true");
  await dropFile(page, edited);
  await expect(page.getByRole("region", { name: "Changed" })).toContainText("Edited by file");
  await expect(
    page.getByRole("region", { name: "Deleted" }).getByRole("checkbox", { name: second }),
  ).toBeChecked();
  await page.getByRole("button", { name: "Import 2 changes…" }).click();
  const review = page.getByRole("dialog");
  await review.getByRole("button", { name: "Run 2 changes" }).click();
  await expect(review.getByText("Finished", { exact: true })).toBeVisible();
  await review.getByRole("button", { name: "Close" }).last().click();
  // After the import, the edited file equals the server's records.
  await expect(page.getByRole("heading", { name: "No changes" })).toBeVisible();

  await page.goto(LIST);
  await expect(page.getByRole("link", { name: "Edited by file", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: second, exact: true })).toHaveCount(0);

  // Imports the original file without `_was` to revert the changes. With `_was`, all fields would
  // count as unedited.
  await page.goto(`${LIST}/import`);
  const before = text.replaceAll(/,\n\s*"_was": "[^"]*"/g, "");
  await dropFile(page, before);
  await expect(page.getByRole("region", { name: "Changed" })).toContainText(first);
  await expect(page.getByRole("region", { name: "Restored from Trash" })).toContainText(second);
  await page.getByRole("button", { name: "Import 2 changes…" }).click();
  await review.getByRole("button", { name: "Run 2 changes" }).click();
  await expect(review.getByText("Finished", { exact: true })).toBeVisible();
  await review.getByRole("button", { name: "Undo all…" }).click();
  await review.getByRole("button", { name: "Run 2 changes" }).click();
  await expect(review.getByText("Finished", { exact: true })).toBeVisible();
  await review.getByRole("button", { name: "Close" }).last().click();
  await page.goto(LIST);
  await expect(page.getByRole("link", { name: "Edited by file", exact: true })).toBeVisible();
});
