import type { Page } from "@playwright/test";
import { expect, waitForFrame } from "./fixtures";

/** Returns elements that overflow the window to the right (WCAG 1.4.10). Tables and charts scroll separately. */
function findOverflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > width + 1 && element.checkVisibility())
      .map((element) => element.outerHTML.slice(0, 160))
      .slice(0, 5)
      .concat(`the page is ${document.documentElement.scrollWidth} wide`);
  });
}

/** Returns a description, which doesn't depend on the page's size, of each element that truncates its content. */
function findTruncatedText(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    for (const element of document.body.querySelectorAll("*")) {
      const text = (element.textContent ?? "").trim();
      if (
        text === "" ||
        !element.checkVisibility() ||
        element.closest(".ui-hidden, .mantine-VisuallyHidden-root, svg") !== null
      )
        continue;
      const style = getComputedStyle(element);
      const hides = (value: string) => value === "hidden" || value === "clip";
      const isLow = hides(style.overflowY) && element.scrollHeight > element.clientHeight + 2;
      const isNarrow = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 2;
      // An ellipsis is allowed, because pressing or hovering shows the full text.
      const isEllipsis = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
      if (!isEllipsis && (isLow || isNarrow)) cut.push(`${element.tagName}: ${text.slice(0, 60)}`);
    }
    return cut;
  });
}

const TEXT_SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`;

/** Returns elements that truncate their content only with the text spacing of WCAG 1.4.12. */
async function findTextCutBySpacing(page: Page): Promise<readonly string[]> {
  const before = new Set(await findTruncatedText(page));
  // Uses a constructed style sheet, because the Content Security Policy blocks style elements.
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, TEXT_SPACING);
  const after = await findTruncatedText(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
  });
  return after.filter((name) => !before.has(name));
}

/** Returns elements with a long animation although the user prefers reduced motion. */
function findLongAnimations(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isLong = (durations: string) => Math.max(...durations.split(",").map(Number.parseFloat)) > 0.05;
    const found: string[] = [];
    for (const element of document.querySelectorAll("*"))
      for (const pseudo of [undefined, "::after"]) {
        const style = getComputedStyle(element, pseudo);
        const moves = style.animationName !== "none" && isLong(style.animationDuration);
        if (moves || isLong(style.transitionDuration) || style.scrollBehavior === "smooth")
          found.push(`${element.outerHTML.slice(0, 120)} ${pseudo ?? ""}`);
      }
    return found.slice(0, 5);
  });
}

export const PHONE = { width: 390, height: 844 };
// 1280 px wide at a zoom of 400% (WCAG 1.4.10).
const REFLOW_VIEWPORT = { width: 320, height: 512 };
// A4 without the print margins of 14 mm and 12 mm in base.css, at 96 px per inch.
const A4 = { width: 703, height: 1_017 };
/** Controls that are useless on paper. Names of columns, levels, and calendar days are useful. */
const CONTROLS =
  "button:not(table *, [data-cell], [aria-label^='Level of']), button[aria-label^='Actions for'], nav, [role=menu]";

async function expectGoodPrint(page: Page): Promise<void> {
  await page.setViewportSize(A4);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  const controls = page.locator(CONTROLS).filter({ visible: true });
  const markup = await controls.evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 200)));
  expect.soft(markup, "controls").toEqual([]);
  await expect.soft.poll(() => findOverflow(page), "width").toEqual([]);
  expect.soft(await findTruncatedText(page), "cut off").toEqual([]);
  await page.emulateMedia({ media: "screen" });
}

/** Checks text spacing, motion, reflow and print of the open page. The window must have the size of a phone. */
export async function expectGoodLayout(page: Page): Promise<void> {
  await waitForFrame(page);
  expect.soft(await findTextCutBySpacing(page), "1.4.12").toEqual([]);
  expect.soft(await findLongAnimations(page), "2.3.3").toEqual([]);
  await page.setViewportSize(REFLOW_VIEWPORT);
  await waitForFrame(page);
  await expect.soft.poll(() => findOverflow(page), "1.4.10").toEqual([]);
  await expectGoodPrint(page);
}
