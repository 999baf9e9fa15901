import type { Page } from "@playwright/test";
import { resetAt } from "../support/emulator-controls";
import { expect, test } from "../support/fixtures";

const DAY = 86_400_000;
const NOW = "2026-11-21T10:00:00Z";

// Timestamps of midnight in UTC.
const MONDAY = Date.UTC(2026, 10, 23);
const SUNDAY = MONDAY + 6 * DAY;
const NEXT_MONDAY = SUNDAY + DAY;
/** In December, so that the calendar shows the next month. */
const NEXT_SUNDAY = SUNDAY + 7 * DAY;

const iso = (at: number) => new Date(at).toISOString().slice(0, 10);
const inWords = (at: number, form: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...form, timeZone: "UTC" }).format(at).replace(",", "");
const dayWords = (at: number) => inWords(at, { weekday: "long", day: "numeric", month: "long" });
const fullWords = (at: number) =>
  inWords(at, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

const MONTH = `/p/1/calendar?date=${iso(MONDAY)}`;

const grid = (page: Page) => page.getByRole("grid");
/** Matches a date such as "Monday 23 November". Some browsers add a comma. */
const named = (name: string, end = "") => new RegExp(`^${name.replace(" ", ",? ")}${end}`);
const day = (page: Page, at: number) => grid(page).getByRole("button", { name: named(dayWords(at), ":") });

/** Opens the page and waits until its days are computed. */
async function open(page: Page, path = MONTH): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(/(delivery|deliveries) in/)).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

test.beforeEach(async ({ page, emulator }) => {
  if (emulator !== null) await resetAt(emulator, NOW);
  await page.clock.setFixedTime(NOW);
});

test("arrow keys move through the days, past the end of a month, and Enter opens one", async ({ page }) => {
  await open(page);
  await day(page, MONDAY).focus();
  await page.keyboard.press("ArrowRight");
  await expect(day(page, MONDAY + DAY)).toBeFocused();
  await page.keyboard.press("End");
  await expect(day(page, SUNDAY)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(day(page, NEXT_SUNDAY)).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`date=${iso(NEXT_SUNDAY)}`));
  await expect(
    page.getByRole("heading", { name: inWords(NEXT_SUNDAY, { month: "long", year: "numeric" }) }),
  ).toBeVisible();
  await page.keyboard.press("PageUp");
  await expect(day(page, Date.UTC(2026, 10, 6))).toBeFocused();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Home");
  await expect(day(page, NEXT_MONDAY)).toBeFocused();
  await page.keyboard.press("Enter");
  const list = page.getByRole("region", { name: named(fullWords(NEXT_MONDAY)) });
  await expect(list.getByRole("heading")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(day(page, NEXT_MONDAY)).toBeFocused();
});

test("Tab moves into the grid, and the next Tab out of it", async ({ page }) => {
  await open(page);
  await page.getByRole("navigation", { name: "View" }).getByRole("link", { name: "List" }).focus();
  const isInGrid = () => page.evaluate(() => document.activeElement?.closest("[role=grid]") !== null);
  while (!(await isInGrid())) await page.keyboard.press("Tab");
  await expect(day(page, MONDAY)).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await isInGrid()).toBe(false);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const view of ["month", "week", "list"])
    test(`the ${view} fits the screen`, async ({ page }) => {
      await open(page, `${MONTH}&view=${view}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });

  test("a day opens below the grid and scrolls into view", async ({ page }) => {
    await open(page);
    await day(page, NEXT_MONDAY).click();
    const heading = page.getByRole("heading", { name: named(fullWords(NEXT_MONDAY)) });
    await expect(heading).toBeInViewport();
    await page.getByRole("button", { name: "Close day" }).click();
    await expect(heading).toHaveCount(0);
  });
});
