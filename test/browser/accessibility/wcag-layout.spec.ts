import { expect, test } from "../support/fixtures";
import { routeUrls } from "../support/route-urls";
import { waitForFormDialog } from "../support/wait-for-form-dialog";
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

/** Pages on which the keyboard walk goes through all controls: a list, a form, a record, and a board. */
const WALKED = [
  "/p/:projectId/subscriptions",
  "/p/:projectId/subscriptions/new",
  "/p/:projectId/members/:uuid",
  "/p/:projectId/vitals",
];

for (const [template, path] of Object.entries(routeUrls))
  test(`targets, focus, spacing, reflow and motion of ${template}`, async ({ page }) => {
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
        if (WALKED.includes(template))
          expect(await findFocusIssues(page, key), "2.4.7, 2.4.11, 1.4.11").toEqual([]);
      });
    }
    expect(await findTextCutBySpacing(page), "1.4.12").toEqual([]);
    expect(await findLongAnimations(page), "2.3.3").toEqual([]);
    await page.setViewportSize(REFLOW_VIEWPORT);
    await waitForFrame(page);
    await expect.poll(() => findOverflowingElement(page), "1.4.10").toEqual([]);
    await expect.poll(() => findSmallTargets(page), "2.5.8 at 320 px").toEqual([]);
  });
