import { readFileSync } from "node:fs";
import { expect, test } from "../support/fixtures";

test.describe.configure({ timeout: 180_000 });

test("100,000 subscriptions can be loaded, downloaded, navigated by keyboard, searched, sorted and left", async ({
  page,
}) => {
  const search = page.getByRole("combobox", { name: "Search subscriptions" });
  const titles = page.locator("tbody a[data-row-focus]");
  // The mocks' large project.
  await page.goto("/p/2/subscriptions");
  await expect(page.getByText("100 of 100,000 loaded")).toBeVisible();
  await page.getByRole("button", { name: "Load all 100,000 subscriptions" }).click();
  await expect(page.getByText("100,000 subscriptions", { exact: true })).toBeVisible({ timeout: 120_000 });
  expect(await titles.count()).toBeLessThan(120);

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

  await titles.first().focus();
  await page.keyboard.press("End");
  await expect(page.locator('tr[aria-rowindex="100001"] a[data-row-focus]')).toBeFocused();
  await page.keyboard.press("Home");
  await expect(page.locator('tr[aria-rowindex="2"] a[data-row-focus]')).toBeFocused();

  // The URL contains the search. Updating the URL between two keys must not change the input.
  await search.pressSequentially("to:claire freq:monthly", { delay: 50 });
  await expect(search).toHaveValue("to:claire freq:monthly");
  const found = page.getByText(/^[\d,]+ of 100,000 match$/);
  await expect(page.locator('[data-found-for="to:claire freq:monthly"]')).toBeVisible();
  for (const schedule of await page.locator("tbody [data-label=Schedule]").allTextContents())
    expect(schedule).toMatch(/^(Monthly|Quarterly|Every \d+ months),/);
  await page.getByRole("button", { name: /^Title/ }).click();
  // Sorting may take effect before the search, and the URL changes before the rows, so this waits for all three.
  await expect(page).toHaveURL(/q=to%3Aclaire\+freq%3Amonthly&sort=title/);
  await expect(page.locator("th[data-column=title]")).toHaveAttribute("aria-sort", "ascending");
  await expect(page.locator("[data-found-for]")).toBeVisible();
  const sorted = await titles.allTextContents();
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
  const href = (await titles.nth(20).getAttribute("href")) ?? "";
  // Finds the row by its URL, because several subscriptions may have the same title.
  const chosen = page.locator(`tbody a[href="${href}"]`);
  await chosen.click();
  await expect(page.getByText("Next deliveries")).toBeVisible();
  await page.goBack();
  await expect(chosen).toBeInViewport();
  await expect(chosen).toBeFocused();
  await expect(found).toBeVisible();
});
