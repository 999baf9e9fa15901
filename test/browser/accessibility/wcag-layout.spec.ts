import type { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { routeUrls } from "../support/route-urls";
import { waitForFormDialog } from "../support/wait-for-form-dialog";
import { createAxeBuilder } from "./axe-builder";
import {
  findFocusIssues,
  findLongAnimations,
  findOverflowingElement,
  findSmallTargets,
  findTextCutBySpacing,
  waitForFrame,
} from "./layout-measures";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const WINDOWS = [
  { width: 1440, height: 900, key: "Tab" },
  { width: 390, height: 844, key: "Shift+Tab" },
] as const;

// 1280 px wide at a zoom of 400% (WCAG 1.4.10).
const REFLOW_VIEWPORT = { width: 320, height: 512 };

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
const COLOR_RULES_SCAN = (axe: AxeBuilder) => axe.withRules(["color-contrast"]);
const LAYOUT_RULES_SCAN = (axe: AxeBuilder) => axe.withTags(TAGS).disableRules(["color-contrast"]);

async function findAxeViolations(
  page: Page,
  narrow: (axe: AxeBuilder) => AxeBuilder,
): Promise<readonly string[]> {
  const { violations } = await narrow(createAxeBuilder(page)).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

for (const [index, [template, path]] of Object.entries(routeUrls).entries())
  test(`targets, focus, spacing, reflow and motion of ${template}`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.goto(path);
    await waitForFormDialog(page, path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    // With Tab, sticky bars at the bottom may hide focused elements. With Shift+Tab, bars at the
    // top may hide them.
    for (const window of WINDOWS) {
      const { key, ...size } = window;
      await test.step(`${size.width} px`, async () => {
        await page.setViewportSize(size);
        await waitForFrame(page);
        // After a resize, the page is redrawn in steps.
        await expect.poll(() => findSmallTargets(page), "2.5.8").toEqual([]);
        // Each page has a walk with one window, because a walk takes up to ten seconds.
        if (window === WINDOWS[index % WINDOWS.length])
          expect(await findFocusIssues(page, key), "2.4.7, 2.4.11, 1.4.11").toEqual([]);
      });
    }
    expect(await findTextCutBySpacing(page), "1.4.12").toEqual([]);
    expect(await findLongAnimations(page), "2.3.3").toEqual([]);
    await page.setViewportSize(REFLOW_VIEWPORT);
    // Scrolls to the top, because axe misjudges elements that a sticky bar partly covers.
    await page.evaluate(() => window.scrollTo(0, 0));
    await waitForFrame(page);
    await expect.poll(() => findOverflowingElement(page), "1.4.10").toEqual([]);
    await expect.poll(() => findSmallTargets(page), "2.5.8 at 320 px").toEqual([]);
    expect(await findAxeViolations(page, LAYOUT_RULES_SCAN), "axe at 320 px").toEqual([]);
    await page.emulateMedia({ forcedColors: "active" });
    expect(await findAxeViolations(page, COLOR_RULES_SCAN), "axe with forced colors").toEqual([]);
  });
