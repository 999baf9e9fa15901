import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect, waitUntilLoaded } from "./fixtures";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** All applicable WCAG levels (A and AA of 2.0 to 2.2), and axe's best practices. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** The rules whose outcome depends on the colors or the width. */
const STYLE_RULES = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"];
export const PHONE_RULES = [
  ...STYLE_RULES,
  "aria-hidden-focus",
  "button-name",
  "link-name",
  "nested-interactive",
];

interface AxeScope {
  /** The only part that axe examines. */
  readonly part?: string;
  /** Elements that axe skips, because it underestimates the size of partly covered ones. */
  readonly covered?: string;
  /** The only rules. */
  readonly rules?: readonly string[];
  /** Whether another scan has examined what surrounds the page. */
  readonly isFrameKnown?: boolean;
  readonly isLoading?: boolean;
}

async function findViolations(
  page: Page,
  { part, covered, rules, isFrameKnown, isLoading }: AxeScope,
): Promise<readonly string[]> {
  if (isLoading !== true) await waitUntilLoaded(page, "");
  // Elements have less contrast while they fade.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  );
  // Axe only guesses what a dialog covers.
  const dialog = (await page.locator("[aria-modal=true]").count()) > 0 ? "[aria-modal=true]" : undefined;
  const runOnly =
    rules === undefined ? { type: "tag" as const, values: TAGS } : { type: "rule" as const, values: rules };
  // The source is large, so a document gets it only once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ included, excluded, only }) => {
      const context = { include: [included], exclude: excluded };
      const options = { resultTypes: ["violations" as const], preload: false, runOnly: only };
      const { violations } = await window.axe.run(context, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, html, failureSummary }) => `${id} at ${target.join(" ")} (${html}). ${failureSummary}`,
        ),
      );
    },
    {
      included: part ?? dialog ?? (isFrameKnown ? "main" : "html"),
      excluded: covered === undefined ? [] : [covered],
      only: { ...runOnly, values: [...runOnly.values] },
    },
  );
}

/** Fails if axe finds a violation. Scans again if it does, because axe misjudges a page that changes meanwhile. */
export async function expectNoAxeViolations(page: Page, scope: AxeScope = {}): Promise<void> {
  const first = await findViolations(page, scope);
  expect(first.length === 0 ? first : await findViolations(page, scope)).toEqual([]);
}

/** Fails if axe finds a violation in a dialog, a menu or a result, light or dark. */
export async function expectAccessibleOverlay(page: Page, covered?: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeAttached();
    const rules = colorScheme === "dark" ? { rules: STYLE_RULES } : {};
    await expectNoAxeViolations(page, { ...(covered !== undefined && { covered }), ...rules });
  }
}
