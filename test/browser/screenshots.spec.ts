import { statSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { FUTURE_MONDAY, routeUrls } from "./support/route-urls";
import { visit } from "./support/visit";

// Screenshots for documentation. They test nothing, so normal test runs skip them.
const isScreenshotRun = process.env["SCREENSHOTS"] === "1";
const README_IMAGE = "test/browser/screenshots/list.png";

const WIDTHS = [1440, 1024, 390] as const;
const SCHEMES = ["light", "dark"] as const;

const SCREENS: Readonly<Record<string, string>> = {
  ...routeUrls,
  "calendar-week": `/p/1/calendar?view=week&date=${FUTURE_MONDAY}`,
  "calendar-list": `/p/1/calendar?view=list&date=${FUTURE_MONDAY}`,
  "calendar-day": `/p/1/calendar?day=${FUTURE_MONDAY}`,
  trash: "/p/1/subscriptions?view=trash",
  "failed-export": "/p/1/exports/7037",
  "no-exports": "/p/3/exports",
  "sessions-list": "/p/1/sessions",
  "sessions-unknown-property": "/p/1/sessions?property=unknown",
  large: "/p/2/subscriptions",
  "no-results": "/p/1/subscriptions?q=nothing+has+this",
  empty: "/p/3/subscriptions",
  "not-found": "/nowhere",
  "unknown-record": "/p/1/subscriptions/987654321",
};

/** Text that appears only after all requests have ended. */
const LATE_TEXT: Readonly<Record<string, string>> = {
  "no-exports": "No exports yet",
  "no-results": "No matches",
  "/p/:projectId/subscriptions": "overdue",
};

function fileName(screen: string): string {
  return screen.replaceAll(/[^a-z]+/gi, "-").replaceAll(/^-|-$/g, "");
}

/** Visits twice, because the app uses its font only from the second page load on. */
async function visitWithFont(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await page.evaluate(() => document.fonts.load("1em Inter"));
  await visit(page, path);
}

if (isScreenshotRun)
  for (const scheme of SCHEMES)
    for (const width of WIDTHS)
      test.describe(`${scheme}, ${width} px`, () => {
        test.use({ colorScheme: scheme, viewport: { width, height: width === 390 ? 844 : 900 } });
        const takeScreenshot = (page: Page, screen: string) =>
          page.screenshot({ path: `test-results/screens/${fileName(screen)}-${scheme}-${width}.png` });

        for (const [screen, path] of Object.entries(SCREENS))
          test(`screenshot of ${screen}`, async ({ page }) => {
            await visitWithFont(page, path);
            const lateText = LATE_TEXT[screen];
            if (lateText !== undefined) await expect(page.getByRole("main")).toContainText(lateText);
            await takeScreenshot(page, screen);
          });

        test("screenshot of the palette", async ({ page }) => {
          await visitWithFont(page, "/p/1/subscriptions");
          await page.keyboard.press("Control+k");
          await expect(page.getByRole("dialog")).toBeVisible();
          await takeScreenshot(page, "palette");
        });

        test("screenshot of a search", async ({ page }) => {
          await visitWithFont(page, "/p/1/subscriptions");
          await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
          await page.getByRole("combobox", { name: "Search subscriptions" }).fill("revenue is:");
          await expect(page.getByRole("listbox", { name: "Completions" })).toBeVisible();
          await takeScreenshot(page, "search");
        });

        test("screenshot of a list that is loading @live", async ({ page, emulator }) => {
          await page.route(`${emulator?.url}/**/subscriptions/**`, () => new Promise(() => {}));
          await page.goto("/p/1/subscriptions");
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await expect(page.locator("[aria-busy=true]").first()).toBeVisible();
          await takeScreenshot(page, "loading");
        });

        test("screenshot of a list that failed @live", async ({ page, emulator, expectComplaint }) => {
          expectComplaint(/Failed to load resource.*500/);
          const answer = { status: 500, headers: { "access-control-allow-origin": "*" }, body: "{}" };
          await page.route(`${emulator?.url}/**/subscriptions/**`, (route) => route.fulfill(answer));
          await page.goto("/p/1/subscriptions");
          await expect(page.getByRole("button", { name: /try again|retry/i })).toBeVisible({
            timeout: 45_000,
          });
          await takeScreenshot(page, "error");
        });
      });

test.describe("README", () => {
  test.use({ locale: "en-US" });

  if (isScreenshotRun)
    test("README's picture of the list", async ({ page }) => {
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 1440, height: 900 });
      await visitWithFont(page, "/p/1/subscriptions");
      // The summary of findings appears after the rows.
      await expect(page.getByRole("link", { name: /^\d+ overdue/ })).toBeVisible();
      await page.screenshot({ path: README_IMAGE });
      expect(statSync(README_IMAGE).size).toBeLessThan(200_000);
    });
});
