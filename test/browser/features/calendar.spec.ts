import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const DAY = 86_400_000;
const BERLIN = "Europe/Berlin";

// Days are midnights in UTC. The seed is only certain to have deliveries in the months around today.
const today = new Date(`${new Intl.DateTimeFormat("sv-SE", { timeZone: BERLIN }).format()}T00:00:00Z`);
const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
const monthEnd = Date.UTC(year, month + 1, 0);
/** The last Sunday of the month, so that `NEXT_SUNDAY` is in the next month. */
const SUNDAY = monthEnd - new Date(monthEnd).getUTCDay() * DAY;
const NEXT_SUNDAY = SUNDAY + 7 * DAY;
const MONDAY = SUNDAY - 6 * DAY;
const NEXT_MONDAY = SUNDAY + DAY;
const eighth = Date.UTC(year, month, 8);
/** The second Monday, whose week has no time change and no delivery near midnight. */
const SECOND_MONDAY = eighth + ((8 - new Date(eighth).getUTCDay()) % 7) * DAY;

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
  await expect(day(page, Date.UTC(year, month, new Date(NEXT_SUNDAY).getUTCDate()))).toBeFocused();
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

test("deliveries move to other days in UTC", async ({ page }) => {
  await open(page, `/p/1/calendar?view=week&date=${iso(SECOND_MONDAY)}`);
  const hours = () =>
    grid(page)
      .getByRole("button", { name: /\d\d:00 to \d\d:00: \d/ })
      .evaluateAll((cells) => cells.map(({ textContent }) => textContent ?? ""));
  const own = await hours();
  expect(own.length).toBeGreaterThan(5);
  await page.getByRole("link", { name: "UTC", exact: true }).click();
  await expect(page).toHaveURL(/zone=utc/);
  // Berlin is one hour ahead of UTC, in summer two, so in UTC each delivery is as many rows higher.
  const hourInBerlin = { hour: "2-digit", hourCycle: "h23", timeZone: BERLIN } as const;
  const ahead = Number(new Intl.DateTimeFormat("en-GB", hourInBerlin).format(SECOND_MONDAY));
  const hourOf = (name: string) => Number(/(\d\d):00 to/.exec(name)?.[1]);
  const all = (names: readonly string[]) => names.map(hourOf).toSorted((a, b) => a - b);
  await expect
    .poll(async () => all(await hours()))
    .toEqual(
      all(own)
        .map((hour) => (hour + 24 - ahead) % 24)
        .toSorted((a, b) => a - b),
    );
});

test("the .ics file has one event per matching delivery at the right time", async ({ page }) => {
  await open(page, `${MONTH}&q=freq%3Amonthly+is%3Aactive`);
  await expect(page.getByText(/\d+ of \d+ match/)).toBeVisible();
  const matching = Number(
    /^(\d+) of/.exec((await page.getByText(/\d+ of \d+ match/).textContent()) ?? "")?.[1],
  );
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export .ics" }).click(),
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
