import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

// The days and the clock are fixed, so that the seed's next deliveries do not matter: the page counts by itself.
const NOVEMBER = "/p/1/calendar?date=2026-11-23";

const grid = (page: Page) => page.getByRole("grid");
/** "Monday 23 November", which some browsers write with a comma. */
const named = (name: string, end = "") => new RegExp(`^${name.replace(" ", ",? ")}${end}`);
const day = (page: Page, name: string) => grid(page).getByRole("button", { name: named(name, ":") });

/** Waits until the days are computed. */
async function open(page: Page, path = NOVEMBER): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(/occurrences? in/)).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

test("the keyboard walks through the days, over the end of a month, and opens one", async ({ page }) => {
  await open(page);
  await day(page, "Monday 23 November").focus();
  await page.keyboard.press("ArrowRight");
  await expect(day(page, "Tuesday 24 November")).toBeFocused();
  await page.keyboard.press("End");
  await expect(day(page, "Sunday 29 November")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(day(page, "Sunday 6 December")).toBeFocused();
  await expect(page).toHaveURL(/date=2026-12-06/);
  await expect(page.getByRole("heading", { name: "December 2026" })).toBeVisible();
  await page.keyboard.press("PageUp");
  await expect(day(page, "Friday 6 November")).toBeFocused();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Home");
  await expect(day(page, "Monday 30 November")).toBeFocused();
  await page.keyboard.press("Enter");
  const list = page.getByRole("region", { name: named("Monday 30 November 2026") });
  await expect(list.getByRole("heading")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(day(page, "Monday 30 November")).toBeFocused();
});

test("one press of Tab leads into the grid, the next one out of it", async ({ page }) => {
  await open(page);
  await page.getByRole("navigation", { name: "View" }).getByRole("link", { name: "List" }).focus();
  const isInGrid = () => page.evaluate(() => document.activeElement?.closest("[role=grid]") !== null);
  while (!(await isInGrid())) await page.keyboard.press("Tab");
  await expect(day(page, "Monday 23 November")).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await isInGrid()).toBe(false);
});

test("the same instants stand on other days in UTC", async ({ page }) => {
  await open(page, "/p/1/calendar?view=week&date=2026-11-23");
  const hours = () =>
    grid(page)
      .getByRole("button", { name: /\d\d:00 to \d\d:00: \d/ })
      .evaluateAll((cells) => cells.map(({ textContent }) => textContent ?? ""));
  const own = await hours();
  expect(own.length).toBeGreaterThan(5);
  await page.getByRole("link", { name: "UTC", exact: true }).click();
  await expect(page).toHaveURL(/zone=utc/);
  // Berlin is an hour ahead: each of the hours stands one row higher.
  const hourOf = (name: string) => Number(/(\d\d):00 to/.exec(name)?.[1]);
  const all = (names: readonly string[]) => names.map(hourOf).toSorted((a, b) => a - b);
  await expect
    .poll(async () => all(await hours()))
    .toEqual(
      all(own)
        .map((hour) => (hour + 23) % 24)
        .toSorted((a, b) => a - b),
    );
});

test("the file for calendars has one event for each delivery that was found, and says when", async ({
  page,
}) => {
  await open(page, `${NOVEMBER}&q=freq%3Amonthly+is%3Aactive`);
  await expect(page.getByText(/\d+ of \d+ match/)).toBeVisible();
  const matching = Number(
    /^(\d+) of/.exec((await page.getByText(/\d+ of \d+ match/).textContent()) ?? "")?.[1],
  );
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Calendar file" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Deliveries of project 1.ics");
  const text = readFileSync(await download.path(), "utf8");
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const unfolded = text.replaceAll("\r\n ", "");
  const events = unfolded.split("BEGIN:VEVENT").slice(1);
  expect(events).toHaveLength(matching);
  expect(new Set(events.map((event) => /^UID:(.*)$/m.exec(event)?.[1])).size).toBe(matching);
  for (const event of events) {
    expect(event).toMatch(/^DTSTART:\d{8}T\d{6}Z\r$/m);
    expect(event).toMatch(/^RRULE:FREQ=MONTHLY;(INTERVAL=\d+;)?BY[A-Z]+=/m);
    expect(event).toMatch(/^URL:http:\/\/[^/]+\/p\/1\/subscriptions\/\d+\r$/m);
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const view of ["month", "week", "list"])
    test(`the ${view} fits the screen`, async ({ page }) => {
      await open(page, `${NOVEMBER}&view=${view}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });

  test("a day opens below the grid, and is in sight", async ({ page }) => {
    await open(page);
    await day(page, "Monday 30 November").click();
    const heading = page.getByRole("heading", { name: named("Monday 30 November 2026") });
    await expect(heading).toBeInViewport();
    await page.getByRole("button", { name: "Close the day" }).click();
    await expect(heading).toHaveCount(0);
  });
});
