import { resetAt } from "../support/emulator-controls";
import { expect, test } from "../support/fixtures";
import { watchShifts } from "../support/layout-shifts";
import { expectResponsivePage, pauseWork } from "../support/pause-background-work";
import { pressPair } from "../support/user";

test.use({ timezoneId: "Europe/Berlin" });

test("the findings below the list link to their records, cause no layout shift and fit a phone @live", async ({
  page,
}) => {
  const shifts = await watchShifts(page);
  await page.goto("/p/1/subscriptions");
  const overdue = page.getByRole("link", { name: "2 overdue" });
  await expect(overdue).toBeVisible();
  await expect(page.getByRole("link", { name: "2 duplicates" })).toBeVisible();
  expect(await shifts()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(overdue).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await overdue.click();
  await expect(page).toHaveURL(/q=is%3Aoverdue/);
  await expect(page.getByText("2 of 60 match")).toBeVisible();
});

test("g h opens the findings, and deleting a duplicate can be undone @live", async ({ page }) => {
  await page.goto("/p/1/subscriptions");
  await expect(page.getByRole("link", { name: "2 overdue" })).toBeVisible();
  await pressPair(page, "g", "h");
  await expect(page.getByRole("heading", { level: 1, name: "Health" })).toBeVisible();
  const group = page.getByRole("group", { name: "Keep one of 2" });
  await expect(group.getByRole("radio", { checked: true })).toHaveCount(1);
  await group.getByRole("button", { name: "Delete 1 duplicate…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Run \d changes?$/ }).click();
  await expect(dialog.getByText("Finished", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Undo all…" }).click();
  await dialog.getByRole("button", { name: /^Run \d changes?$/ }).click();
  await expect(dialog.getByText("Finished", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).first().click();
  await expect(group).toBeVisible();
});

test("time changes in a selected time zone @live", async ({ page, emulator }) => {
  // For two weeks after a time change, the page shows the previous one.
  for (const [now, change, last] of [
    ["2026-11-02T12:00:00Z", "went back", "forward"],
    ["2026-06-15T12:00:00Z", "go back", "back"],
  ] as const) {
    await resetAt(emulator, now);
    await page.clock.setFixedTime(now);
    await page.goto("/p/1/health?view=clock");
    await expect(page.getByText(`Clocks in Europe/Berlin ${change} by an hour`)).toBeVisible();
    await expect(page.getByRole("region", { name: /affected subscriptions$/ })).toBeVisible();
    await page.goto("/p/1/health?view=clock&zone=Australia%2FLord_Howe&change=last");
    await expect(page.getByText(`Clocks in Australia/Lord_Howe went ${last} by 30 minutes`)).toBeVisible();
  }
  await page.getByLabel("Time zone").selectOption("UTC");
  await expect(page.getByText("No time changes in UTC")).toBeVisible();
});

test("100,000 subscriptions are checked while the page stays responsive @live", async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto("/p/2/health");
  await page.getByRole("button", { name: /^Load all 100,000/ }).click();
  await expect(page.getByText("100,000 subscriptions", { exact: true })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole("region", { name: /^Ended · 5,/ })).toBeVisible({ timeout: 60_000 });
  const work = await pauseWork(page, "Time zone");
  await page.getByRole("link", { name: "Time changes" }).click();
  await work.expectPaused(60_000);
  await expectResponsivePage(page);
  const moved = page.getByRole("region", { name: /^8\d,\d{3} affected subscriptions$/ });
  await expect(moved).toHaveCount(0);
  await work.resume();
  await expect(moved).toBeVisible({ timeout: 60_000 });
});
