import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { expect, waitUntilLoaded } from "./fixtures";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Half the size of `axe.source`. */
const AXE_SOURCE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

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

interface Scan {
  readonly included: string;
  readonly excluded: readonly string[];
  readonly only: { type: "tag" | "rule"; values: string[] };
}

/** Runs axe. Examines the contrast of one text per style, because axe takes longest for it. Runs in the page. */
async function runAxe({ included, excluded, only }: Scan): Promise<readonly string[]> {
  const EXAMPLE = "data-contrast-example";
  const backgrounds = new Map<Element | null, string>([[null, ""]]);
  const readBackgrounds = (element: Element | null): string => {
    const known = backgrounds.get(element);
    if (known !== undefined || element === null) return known ?? "";
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity].join();
    const all = readBackgrounds(element.parentElement) + (own === "rgba(0, 0, 0, 0),none,1" ? "" : own);
    backgrounds.set(element, all);
    return all;
  };
  const hasText = (element: Element) =>
    element.matches("input, select, textarea") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const examples = new Map<string, Element>();
  for (const element of document.querySelectorAll(`${included}, ${included} *`)) {
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.getBoundingClientRect().width < 2 || excluded.some((one) => element.closest(one))) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const isDisabled = element.closest(":disabled, [aria-disabled=true]") !== null;
    const style = [color, fontSize, fontWeight, isDisabled, readBackgrounds(element)].join();
    if (!examples.has(style)) examples.set(style, element);
  }
  for (const element of examples.values()) element.setAttribute(EXAMPLE, "");
  window.axe.configure({ rules: [{ id: "color-contrast", selector: `[${EXAMPLE}]` }] });
  const context = { include: [included], exclude: [...excluded] };
  const options = { resultTypes: ["violations" as const], preload: false, runOnly: only };
  const { violations } = await window.axe.run(context, options);
  for (const element of examples.values()) element.removeAttribute(EXAMPLE);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, html, failureSummary }) => `${id} at ${target.join(" ")} (${html}). ${failureSummary}`,
    ),
  );
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
  // The source is large, so a document gets it only once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE_SOURCE);
  return page.evaluate(runAxe, {
    included: part ?? dialog ?? (isFrameKnown ? "main" : "html"),
    excluded: covered === undefined ? [] : [covered],
    only: rules === undefined ? { type: "tag", values: TAGS } : { type: "rule", values: [...rules] },
  } satisfies Scan);
}

/** Fails if axe finds a violation. Scans again if it does, because axe misjudges a page that changes meanwhile. */
export async function expectNoAxeViolations(page: Page, scope: AxeScope = {}): Promise<void> {
  const first = await findViolations(page, scope);
  expect(first.length === 0 ? first : await findViolations(page, scope)).toEqual([]);
}

/** Fails if axe finds a violation in a dialog, a menu or a result, light or dark. Starts with the current scheme. */
export async function expectAccessibleOverlay(page: Page, covered?: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const scope = covered === undefined ? {} : { covered };
  await expectNoAxeViolations(page, scope);
  const colorScheme = isDark ? "light" : "dark";
  await page.emulateMedia({ colorScheme });
  await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeAttached();
  await expectNoAxeViolations(page, { ...scope, rules: STYLE_RULES });
}
