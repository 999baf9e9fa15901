import type { Page } from "@playwright/test";
import { expect, openPage, test } from "../support/fixtures";

const firstRow = (page: Page) => page.locator("tbody > [role=row]:not([data-skeleton])").first();

/** Returns the layout of the drawn rows, and the visible columns. */
function readList(page: Page) {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>("tbody > [role=row]")];
    const [first] = rows;
    const columns = [...document.querySelectorAll<HTMLElement>("thead th[data-column]")];
    return {
      maxNodes: Math.max(...rows.map((row) => row.querySelectorAll("*").length + 1)),
      firstTop: Math.round(first?.getBoundingClientRect().top ?? -1),
      rowHeight: Math.round(first?.getBoundingClientRect().height ?? -1),
      columns: columns.filter((column) => column.offsetWidth > 0).map(({ dataset }) => dataset["column"]),
    };
  });
}

/** Returns the texts of truncated cells in columns other than the first. */
function readCutTexts(page: Page) {
  return page.evaluate(() => {
    const cells = [
      ...document.querySelectorAll<HTMLElement>(
        "tbody > [role=row] > td[data-label]:not([data-narrow=title])",
      ),
    ];
    const isCut = (node: HTMLElement) =>
      node.scrollWidth > node.clientWidth && getComputedStyle(node).overflowX !== "visible";
    return cells
      .filter((cell) => [cell, ...cell.querySelectorAll<HTMLElement>("*")].some(isCut))
      .map((cell) => cell.textContent ?? "");
  });
}

test("lists start high, have few nodes per row, and cut no text but the first column's", async ({ page }) => {
  await page.goto("/p/1/subscriptions");
  // Reloads the page, because the app uses a font that loads late only after the next page load.
  await page.evaluate(() => document.fonts.load("1em Inter"));
  await page.reload();
  for (const name of ["subscriptions", "recipients", "sources", "exports", "members"])
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openPage(page, `/p/1/${name}`);
      await expect(firstRow(page)).toBeVisible();
      const list = await readList(page);
      expect(list.firstTop).toBeLessThanOrEqual(210);
      expect(list.maxNodes).toBeLessThanOrEqual(18);
      expect(list.rowHeight).toBe(40);
      const title = firstRow(page).locator("[data-narrow=title]");
      if (name === "subscriptions") expect((await title.boundingBox())?.width).toBeGreaterThanOrEqual(220);
      const bottom = () => document.documentElement.scrollHeight - window.innerHeight;
      const cut = new Set<string>();
      for (let top = 0; top <= (await page.evaluate(bottom)); top += 800) {
        await page.evaluate((y) => window.scrollTo(0, y), top);
        for (const text of await readCutTexts(page)) cut.add(text);
      }
      expect([...cut]).toEqual([]);
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.setViewportSize({ width: 1024, height: 768 });
      await expect.poll(async () => (await title.boundingBox())?.width).toBeGreaterThanOrEqual(140);
    });
});

test("a phone shows rows of two lines, 1024 px four columns, and titles on a phone keep their words whole", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/p/1/subscriptions");
  await expect(firstRow(page)).toBeVisible();
  const phone = await readList(page);
  expect(phone.rowHeight).toBe(64);
  expect(phone.firstTop).toBeLessThanOrEqual(260);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect
    .poll(async () => (await readList(page)).columns)
    .toEqual(["title", "recipients", "schedule", "next"]);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/p/1", "/p/1/subscriptions/1066", "/p/1/members"]) {
    await openPage(page, path);
    // A word that is broken across lines has a box on each line.
    const boxes = await page.getByRole("heading", { level: 1 }).evaluate(({ firstChild: text }) => {
      const range = document.createRange();
      return [...(text?.textContent ?? "").matchAll(/\S+/g)].map(({ 0: word, index }) => {
        if (text === null) return 0;
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length;
      });
    });
    expect(Math.max(...boxes), path).toBe(1);
  }
});

test("a cell's full text is shown under the pointer and in the focused row", async ({ page }) => {
  await page.goto("/p/1/exports");
  const tooltip = page.getByRole("tooltip");
  // The first hover over a cell loads the tooltip's code.
  await page.locator("td[data-label=State]").filter({ hasText: "Failed" }).first().hover();
  await expect(tooltip).toHaveText(/^Failed: ./);
  // The pointer can move onto a tooltip (WCAG 1.4.13).
  await tooltip.hover();
  await expect(tooltip).toHaveText(/^Failed: ./);
  await page.getByRole("button", { name: "Refresh" }).hover();
  await expect(tooltip).toHaveText("Refresh");
  await tooltip.hover();
  await page.mouse.move(0, 0);
  await expect(tooltip).toHaveCount(0);
  await page.reload();
  await expect(firstRow(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.keyboard.press("j");
  await expect(tooltip).toContainText("Source: Growth overview (dashboard ");
});
