import { expect, liveTest, test } from "../support/fixtures";
import { watchShifts } from "../support/layout-shifts";
import { expectResponsivePage, pauseWork } from "../support/pause-background-work";

test.use({ timezoneId: "Europe/Berlin" });

liveTest(
  "the findings below the list link to their records, cause no layout shift and fit a phone",
  async ({ page }) => {
    const shifts = await watchShifts(page);
    await page.goto("/p/1/subscriptions");
    const overdue = page.getByRole("link", { name: "2 overdue" });
    await expect(overdue).toBeVisible();
    await expect(page.getByRole("link", { name: "2 duplicates" })).toBeVisible();
    expect(await shifts()).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(overdue).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    await overdue.click();
    await expect(page).toHaveURL(/q=is%3Aoverdue/);
    await expect(page.getByText("2 of 60 match")).toBeVisible();
  },
);

liveTest("100,000 subscriptions are checked while the page stays responsive", async ({ page }) => {
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
