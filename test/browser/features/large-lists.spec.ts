import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { holdLongTimers } from "../support/page-clock";
import { createResponseGate } from "../support/response-gate";

// The emulated backend's large project has 100,000 subscriptions.
const LARGE_PROJECT = "/p/2/subscriptions";
const LOAD_ALL = "100,000 subscriptions";

async function open(page: Page, path = LARGE_PROJECT): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: "Subscriptions" })).toBeVisible();
}

const search = (page: Page) => page.getByRole("combobox", { name: "Search subscriptions" });
const table = (page: Page) => page.getByRole("table", { name: "Subscriptions" });
const titles = (page: Page) => page.locator("tbody a[data-row-focus]");

async function loadAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: `Load all ${LOAD_ALL}` }).click();
  await expect(page.getByText(LOAD_ALL, { exact: true })).toBeVisible({ timeout: 120_000 });
}

test.describe.configure({ timeout: 180_000 });

test("100,000 subscriptions can be loaded, downloaded, searched, sorted, navigated by keyboard and changed", async ({
  page,
  emulator,
}) => {
  // Keeps the notification open until Undo is pressed.
  await holdLongTimers(page);
  await open(page);
  await expect(page.getByText("100 of 100,000 loaded")).toBeVisible();
  await expect(table(page)).toHaveAttribute("aria-rowcount", "100001");
  await loadAll(page);

  expect(await titles(page).count()).toBeLessThan(120);

  await test.step("the file has every row and no spreadsheet formulas", async () => {
    await page.getByRole("button", { name: "Download", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Download subscriptions" });
    const [file] = await Promise.all([
      page.waitForEvent("download", { timeout: 120_000 }),
      dialog.getByRole("button", { name: "Download 100,000 rows" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Subscriptions of project 2 \d{4}-\d\d-\d\d\.csv$/);
    const lines = readFileSync(await file.path(), "utf8")
      .trimEnd()
      .split("\r\n");
    expect(lines[0]).toBe("\uFEFFTitle,Source,Recipients,Schedule,Next delivery,Created by,State");
    expect(lines).toHaveLength(100_001);
    expect(lines.filter((line) => /^"?[=+\-@\t]/.test(line))).toEqual([]);
    await expect(dialog).toBeHidden();
  });

  await titles(page).first().focus();
  await page.keyboard.press("End");
  await expect(page.locator('tr[aria-rowindex="100001"] a[data-row-focus]')).toBeFocused();
  await page.keyboard.press("Home");
  await expect(page.locator('tr[aria-rowindex="2"] a[data-row-focus]')).toBeFocused();

  // The URL contains the search. Updating the URL between two keys must not change the input.
  await search(page).pressSequentially("to:claire freq:monthly", { delay: 110 });
  await expect(search(page)).toHaveValue("to:claire freq:monthly");
  const found = page.getByText(/^[\d,]+ of 100,000 match$/);
  await expect(found).toBeVisible();
  await expect(page).toHaveURL(/q=to%3Aclaire\+freq%3Amonthly/);
  await expect(page.locator('[data-found-for="to:claire freq:monthly"]')).toBeVisible();
  for (const cell of await page.locator("tbody [data-label=Schedule]").all()) {
    await expect(cell).toHaveText(/^(Monthly|Quarterly|Every \d+ months),/);
  }
  await page.getByRole("button", { name: /^Title/ }).click();
  await expect(page.getByRole("columnheader", { name: /^Title/ })).toHaveAttribute("aria-sort", "ascending");
  // Sorting may take effect before the search, so this waits for both.
  await expect(page).toHaveURL(/q=to%3Aclaire\+freq%3Amonthly&sort=title/);
  await expect(page.locator("[data-found-for]")).toBeVisible();
  const sorted = await titles(page).allTextContents();
  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  expect(sorted).toEqual(sorted.toSorted(collator.compare));

  // Going back from a subscription must restore the list's scroll position.
  await page.mouse.wheel(0, 3_000);
  // Waits until scrolling has ended, because it may be smooth.
  await page.waitForFunction(() => {
    const [was, at] = [Reflect.get(window, "wasAt"), window.scrollY];
    Reflect.set(window, "wasAt", at);
    return at > 1_500 && at === was;
  });
  const href = (await titles(page).nth(20).getAttribute("href")) ?? "";
  // Finds the row by its URL, because several subscriptions may have the same title.
  const chosen = page.locator(`tbody a[href="${href}"]`);
  await chosen.click();
  await expect(page.getByText("Next deliveries")).toBeVisible();
  await page.goBack();
  await expect(chosen).toBeInViewport();
  await expect(chosen).toBeFocused();
  await expect(found).toBeVisible();

  if (emulator === null) return;
  await test.step("a change is applied to the whole collection immediately", async () => {
    await search(page).fill("revenue");
    // Until the search has a result, the list shows the previous rows.
    await expect(page.locator("[data-found-for=revenue]")).toBeVisible();
    await expect(page.getByText(/^[\d,]+ of 100,000 match$/)).toBeVisible();
    const title = (await titles(page).first().textContent()) ?? "";
    const before = await page.getByText(/^[\d,]+ of 100,000 match$/).textContent();
    await page
      .getByRole("button", { name: `Actions for ${title}` })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByText(`Deleted “${title}”`)).toBeVisible();
    await expect(page.getByText(/^[\d,]+ of 99,999 match$/)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText(before ?? "")).toBeVisible();
  });
});

test("loading pauses, continues on other pages of the project, and stops when the project is left", async ({
  page,
  emulator,
}) => {
  const pages = await createResponseGate(page, emulator, "subscriptions.list");
  await open(page);
  await expect(page.getByText("100 of 100,000 loaded")).toBeVisible();
  await pages.close();
  await page.getByRole("button", { name: `Load all ${LOAD_ALL}` }).click();
  const amount = page.getByText(/^[\d,]+ of 100,000 loaded$/);
  // Tries again, because the held responses may not include the page that follows the loaded rows.
  const expectMoreThan = (before: string) =>
    expect(async () => {
      await pages.expectSomeHeld();
      await pages.releaseHeld();
      await expect(amount).not.toHaveText(before, { timeout: 1_000 });
    }).toPass();
  await expectMoreThan("100 of 100,000 loaded");
  await pages.expectSomeHeld();
  await page.getByRole("button", { name: "Pause" }).click();
  await pages.open();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  const paused = (await amount.textContent()) ?? "";
  await pages.close();
  await page.getByRole("button", { name: "Resume" }).click();
  await expectMoreThan(paused);
  await pages.open();
  await titles(page).first().click();
  await expect(page.getByText("Next deliveries")).toBeVisible();
  await page.goBack();
  await expect(page.getByText(LOAD_ALL, { exact: true })).toBeVisible({ timeout: 120_000 });
});
