import { expect, test } from "../support/fixtures";
import { watchShifts } from "../support/layout-shifts";

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
