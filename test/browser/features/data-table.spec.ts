import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { createServer } from "vite";
import type { Site } from "../support/backends";
import { test as base, expect } from "../support/fixtures";

const root = fileURLToPath(new URL("../../../", import.meta.url));

// A dev server serves the kit page, which builds don't contain.
const test = base.extend<object, { readonly kit: Site }>({
  site: ({ kit }, use) => use(kit),
  kit: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright needs this pattern
    async ({}, use) => {
      const server = await createServer({
        configFile: join(root, "vite.config.ts"),
        root,
        cacheDir: join(root, ".cache", "vite-kit"),
        logLevel: "error",
        // If the dev server found a dependency later, it would bundle all dependencies again, and the page would have
        // React twice.
        optimizeDeps: { entries: ["index.html", "src/**/!(*.test|*.fixture).{ts,tsx}"] },
        server: { host: "127.0.0.1", port: 0, hmr: false, watch: null },
      });
      await server.listen();
      const url = server.resolvedUrls?.local[0]?.replace(/\/$/, "") ?? "";
      await use({ url });
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test.describe("a table of 100,000 rows", () => {
  // Runs the tests one after another, because two dev servers would overwrite each other's files.
  test.describe.configure({ mode: "default" });
  test.setTimeout(120_000);
  const table = (page: Page) => page.getByRole("table", { name: "Many reports" });
  const report = (page: Page, number: number) =>
    table(page).getByRole("link", { name: `Report ${number}`, exact: true });

  test.beforeEach(async ({ page }) => {
    await page.goto("/kit");
    await page.getByRole("button", { name: "Show 100,000 rows" }).click({ timeout: 60_000 });
    await expect(report(page, 1)).toBeVisible();
  });

  test("draws fewer than a hundred rows, and keys reach every row below the header", async ({ page }) => {
    const focused = page.locator(":focus");
    await report(page, 1).focus();
    await page.keyboard.press("End");
    await expect(report(page, 100_000)).toBeFocused();
    await expect(report(page, 100_000)).toBeInViewport();
    await expect(table(page).getByRole("row").last()).toHaveAttribute("aria-rowindex", "100001");
    expect(await table(page).getByRole("row").count()).toBeLessThan(100);

    for (let press = 0; press < 30; press += 1) await page.keyboard.press("k");
    await expect(focused).toHaveText("Report 99970");
    const head = await table(page).getByRole("columnheader").first().boundingBox();
    const row = await focused.boundingBox();
    expect(row?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));

    await page.keyboard.press("Home");
    await expect(report(page, 1)).toBeFocused();
    await expect(report(page, 1)).toBeInViewport();
  });

  test("keeps the focus of a row that is scrolled out of view", async ({ page }) => {
    await report(page, 2).focus();
    await page.evaluate(() => window.scrollTo(0, 2_000_000));
    await expect(table(page).getByRole("row").last()).not.toHaveAttribute("aria-rowindex", /^\d{1,3}$/);
    await expect(report(page, 2)).toBeFocused();
    await page.keyboard.press("j");
    await expect(report(page, 3)).toBeFocused();
    await expect(report(page, 3)).toBeInViewport();
  });

  test("selects a range across rows that were never drawn, and all rows", async ({ page }) => {
    const bar = page.getByRole("region", { name: "Selection", exact: true });
    await table(page).getByRole("checkbox", { name: "Select Report 2", exact: true }).check();
    await page.keyboard.press("End");
    await page.keyboard.press("Shift+X");
    await expect(bar).toContainText("99,999 selected");
    await table(page).getByRole("checkbox", { name: "Select all 100,000 reports" }).check();
    await expect(bar).toContainText("100,000 selected");
    await bar.getByRole("button", { name: "Clear" }).click();
    await expect(bar).toBeHidden();
    await expect(report(page, 100_000)).toBeFocused();
  });

  test("keeps the row at the upper edge in position when rows are added above it", async ({ page }) => {
    await page.evaluate(() => window.scrollTo(0, 40_000));
    const known = table(page).locator("tbody [role=row]").nth(20);
    // Waits until the rows at the new scroll position are drawn. Until then, the locator finds a
    // row near the top.
    await expect(known).toHaveAttribute("aria-rowindex", /^\d{3,}$/);
    const name = await known.getByRole("link").innerText();
    // Finds the row by its text, because searching the whole kit by role blocks the page.
    const moved = page.locator("table[aria-label='Many reports'] tbody tr").filter({ hasText: name });
    const before = await moved.boundingBox();
    const index = Number(await moved.getAttribute("aria-rowindex"));
    // Dispatches an event, because a click would scroll to the button.
    await page.getByRole("button", { name: "Add 25 above" }).dispatchEvent("click");
    await expect(moved).toHaveAttribute("aria-rowindex", `${index + 25}`);
    expect((await moved.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
  });

  test("sorts by several columns from its top, and keeps widths over a reload", async ({ page }) => {
    await page.evaluate(() => window.scrollTo(0, 40_000));
    await table(page).getByRole("button", { name: "Size" }).click();
    await table(page)
      .getByRole("button", { name: "Source" })
      .click({ modifiers: ["Shift"] });
    await expect(report(page, 1_000)).toBeInViewport();
    await expect(table(page).getByRole("columnheader", { name: "Source" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );

    const edge = table(page).getByRole("separator", { name: "Width of Source" });
    const width = Number(await edge.getAttribute("aria-valuenow"));
    // Reduced motion must not replace transitions by short ones, which would also delay the width.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await edge.press("ArrowRight");
    await edge.press("ArrowRight");
    await expect(edge).toHaveAttribute("aria-valuenow", `${width + 32}`);
    await page.reload();
    await page.getByRole("button", { name: "Show 100,000 rows" }).click();
    await expect(edge).toHaveAttribute("aria-valuenow", `${width + 32}`);
    await edge.dblclick();
    await expect(edge).toHaveAttribute("aria-valuenow", `${width}`);
    // The buttons in "Columns" are equivalent to dragging.
    const tools = page.locator("div").filter({ has: page.getByRole("button", { name: "Add 25 above" }) });
    await tools.last().getByRole("button", { name: "Columns" }).click();
    await page.getByRole("button", { name: "Wider: Source" }).click();
    await expect(edge).toHaveAttribute("aria-valuenow", `${width + 24}`);
  });
});
