import { statSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test, waitUntilLoaded } from "./support/fixtures";
import { FUTURE_MONDAY, routeUrls } from "./support/route-urls";

// Screenshots for documentation. They test nothing, so normal test runs skip them.
const isScreenshotRun = process.env["SCREENSHOTS"] === "1";
const README_IMAGE = "test/browser/screenshots/list.png";

const SCREENS: Readonly<Record<string, string>> = {
  ...routeUrls,
  "calendar-week": `/p/1/calendar?view=week&date=${FUTURE_MONDAY}`,
  "calendar-list": `/p/1/calendar?view=list&date=${FUTURE_MONDAY}`,
  trash: "/p/1/subscriptions?view=trash",
  "failed-export": "/p/1/exports/7037",
  "no-exports": "/p/3/exports",
  large: "/p/2/subscriptions",
  "no-results": "/p/1/subscriptions?q=nothing+has+this",
  empty: "/p/3/subscriptions",
  "not-found": "/nowhere",
};

/** Visits twice, because the app uses its font only from the second page load on. */
async function visitWithFont(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => document.fonts.load("1em Inter"));
  await page.reload();
  await waitUntilLoaded(page, path);
}

if (isScreenshotRun) {
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1440, 1024, 390])
      for (const [screen, path] of Object.entries(SCREENS))
        test(`screenshot of ${screen}, ${colorScheme}, ${width} px`, async ({ page }) => {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
          await visitWithFont(page, path);
          const name = screen.replaceAll(/[^a-z]+/gi, "-").replaceAll(/^-|-$/g, "");
          await page.screenshot({ path: `test-results/screens/${name}-${colorScheme}-${width}.png` });
        });

  test.describe("README", () => {
    test.use({ locale: "en-US", colorScheme: "light" });

    test("README's picture of the list", async ({ page }) => {
      await visitWithFont(page, "/p/1/subscriptions");
      // The summary of findings appears after the rows.
      await expect(page.getByRole("link", { name: /^\d+ overdue/ })).toBeVisible();
      await page.screenshot({ path: README_IMAGE });
      expect(statSync(README_IMAGE).size).toBeLessThan(200_000);
    });
  });
}
