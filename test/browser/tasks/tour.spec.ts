import type { Locator, Page } from "@playwright/test";
import { createAxeBuilder } from "../accessibility/axe-builder";
import { findOverflowingElement, findTruncatedText } from "../accessibility/layout-measures";
import { expect, test } from "../support/fixtures";
import { routeUrls } from "../support/route-urls";
import { watchAppUpdates } from "../support/watch-app-updates";

/** Opens the collapsed section of a subscription form. */
async function openMoreOptions(form: Locator): Promise<void> {
  const message = form.getByLabel("Message");
  if (!(await message.isVisible())) await form.getByText("End and message").click();
  await message.waitFor();
}

const TOUR = 'dialog[aria-label="Tour of Environs"]';
const LIST = "/p/1/subscriptions";
const tourDialog = (page: Page) => page.getByRole("dialog", { name: "Tour of Environs" });

test.beforeEach(async ({ page }) => {
  await watchAppUpdates(page);
});

/** Waits until the code that offers the tour has loaded and run. */
async function isTourOffered(page: Page): Promise<void> {
  // The app does this a second after it has loaded that code.
  await page.waitForFunction(() => "listensForMissingCode" in window);
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  );
}

const spotlitElement = (page: Page) => page.locator("[data-tour-pointed]");

/** Checks only this part, because the page around it has its own tests. */
async function expectNoViolations(page: Page, part: string): Promise<void> {
  const { violations } = await createAxeBuilder(page)
    .include(part)
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

test.describe("the tour of a first visit", () => {
  // Each test loads the app five times.
  test.describe.configure({ timeout: 120_000 });
  test.use({ isTourDismissed: false });

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    test(`points at existing elements, works by keyboard, and is shown only once at ${width} px`, async ({
      page,
    }) => {
      const isWide = width > 860;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: "reduce", colorScheme: isWide ? "light" : "dark" });

      await test.step("does not open on another page", async () => {
        await page.goto("/p/1/subscriptions/new");
        await expect(page.getByRole("dialog", { name: "New subscription" })).toBeVisible();
        await page.goto(`${LIST}?q=weekly`);
        await expect(page.locator("tbody a[data-row-focus]").first()).toBeVisible();
        await isTourOffered(page);
        await expect(tourDialog(page)).toHaveCount(0);
      });

      await test.step("opens after the first rows, takes the focus and covers none of them", async () => {
        await page.goto(LIST);
        await expect(tourDialog(page)).toBeFocused();
        await expect(tourDialog(page)).toHaveAccessibleDescription(/^Find anything/);
        const row = await page.locator("tbody a[data-row-focus]").first().boundingBox();
        const box = await tourDialog(page).boundingBox();
        expect(box?.y).toBeGreaterThan((row?.y ?? 0) + (row?.height ?? 0));
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
        await expect(spotlitElement(page)).toHaveAccessibleName("Search subscriptions");
        await expectNoViolations(page, TOUR);
      });

      await test.step("three steps", async () => {
        await page.keyboard.press("Tab");
        await expect(tourDialog(page).getByRole("button", { name: "Close tour" })).toBeFocused();
        await page.keyboard.press("Tab");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await expect(tourDialog(page)).toHaveAccessibleDescription(/^Undo changes/);
        await expect(spotlitElement(page)).toHaveAccessibleName(isWide ? "Activity" : "Open navigation");
        await expect(tourDialog(page).getByRole("button", { name: "Next" })).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(spotlitElement(page)).toHaveAccessibleName("Connection: Demo data");
        await expectNoViolations(page, TOUR);
        await page.keyboard.press("Enter");
        await expect(tourDialog(page)).toHaveCount(0);
        await expect(spotlitElement(page)).toHaveCount(0);
      });

      await test.step("does not open again automatically", async () => {
        await page.reload();
        await expect(page.locator("tbody a[data-row-focus]").first()).toBeVisible();
        await isTourOffered(page);
        await expect(tourDialog(page)).toHaveCount(0);
      });

      await test.step("can be opened from the settings and closed by Escape", async () => {
        await page.goto("/settings");
        await page.getByRole("button", { name: "Take the tour" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Subscriptions" })).toBeVisible();
        await expect(spotlitElement(page)).toHaveAccessibleName("Search subscriptions");
        // Waits until the tour has focus, whether the tour or the page appears first.
        await expect(tourDialog(page)).toBeFocused();
        await page.keyboard.press("Escape");
        await expect(tourDialog(page)).toHaveCount(0);
      });
    });
});

test("help opens by key and touch, is announced, and closes on its own", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/p/1/subscriptions/new");
  const form = page.getByRole("dialog", { name: "New subscription" });
  const help = form.getByRole("button", { name: "About end dates" });
  // The drawer focuses its first field twice. Waits until after the second focus, which comes late on a
  // slow page.
  await expect(form.locator("[data-autofocus]")).toBeFocused();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await openMoreOptions(form);
  await help.press("Enter");
  // The live region itself has no size.
  const helpText = form.locator("output > span").filter({ hasText: "After N deliveries" });
  await expect(helpText).toBeVisible();
  await expect(help).toHaveAttribute("aria-expanded", "true");
  const box = await helpText.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await expectNoViolations(page, "output");
  await page.keyboard.press("Escape");
  await expect(helpText).toHaveCount(0);
  await expect(form).toBeVisible();
  await expect(help).toBeFocused();

  await page.goto("/p/1/vitals?path=/");
  await page.getByRole("button", { name: "About percentiles and ratings" }).click();
  await expect(page.getByRole("link", { name: "INP" })).toHaveAttribute(
    "href",
    "https://web.dev/articles/inp",
  );
  await expectNoViolations(page, "output");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.getByRole("link", { name: "INP" })).toHaveCount(0);
});

test("the print has the rows as a table without controls, and names what is left out", async ({ page }) => {
  await page.goto(LIST);
  await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const name of ["New subscription", "Columns", "Search"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("columnheader", { name: "Title" })).toBeVisible();
  expect(await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
    "rgb(255, 255, 255)",
  );

  await page.emulateMedia({ media: "screen" });
  await page.goto("/p/2/exports");
  await expect(page.getByText("2,000 exports", { exact: true })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.locator("tbody a[data-row-focus]")).toHaveCount(1_000);
  await expect(page.getByText("Printed: 1,000 of 2,000 exports.")).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(page.locator("tbody a[data-row-focus]")).not.toHaveCount(1_000);
});

// A4 without the print margins of 14 mm and 12 mm in base.css, at 96 px per inch.
const A4 = { width: 703, height: 1_017 };
/** Controls that are useless on paper. Names of columns, levels, and calendar days are useful. */
const CONTROLS =
  "button:not(table *, [data-cell], [aria-label^='Level of']), button[aria-label^='Actions for'], nav, [role=menu]";

test("every page fits on A4 without truncation or controls", async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize(A4);
  for (const [template, path] of Object.entries(routeUrls))
    await test.step(template, async () => {
      await page.emulateMedia({ media: "screen" });
      await page.goto(path);
      await expect(page.getByRole("heading").first()).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
      const controls = page.locator(CONTROLS).filter({ visible: true });
      const markup = await controls.evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 200)));
      expect.soft(markup, "controls").toEqual([]);
      expect.soft(await findOverflowingElement(page), "width").toEqual([]);
      expect.soft(await findTruncatedText(page), "cut off").toEqual([]);
    });
});

test.describe("a tour that is open", () => {
  test.use({ isTourDismissed: false });

  test("highlights nothing behind a drawer", async ({ page }) => {
    await page.goto(LIST);
    await expect(tourDialog(page)).toBeVisible();
    await expect(spotlitElement(page)).toHaveCount(1);
    await page.getByRole("link", { name: "New subscription" }).click();
    const drawer = page.getByRole("dialog", { name: "New subscription" });
    await expect(drawer).toBeVisible();
    await expect(spotlitElement(page)).toHaveCount(0);
    await drawer.getByRole("button", { name: "Close" }).click();
    await expect(drawer).toHaveCount(0);
    await expect(spotlitElement(page)).toHaveCount(1);
  });
});
