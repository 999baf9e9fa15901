import type { Page } from "@playwright/test";
import { expect, openPage, test, waitForFrame } from "../support/fixtures";
import { routeUrls } from "../support/route-urls";

test.use({ contextOptions: { reducedMotion: "reduce" } });

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
      if (text === "" || !element.checkVisibility() || element.closest(".ui-hidden, svg") !== null) continue;
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
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
}

for (const [group, isInGroup] of [
  ["subscriptions", (path: string) => path.includes("/subscriptions")],
  ["all other pages", (path: string) => !path.includes("/subscriptions")],
] as const)
  test(`spacing, motion, reflow and print of ${group}`, async ({ page }) => {
    for (const path of Object.values(routeUrls).filter(isInGroup))
      await test.step(path, async () => {
        await page.setViewportSize({ width: 390, height: 844 });
        await openPage(page, path);
        expect.soft(await findTextCutBySpacing(page), "1.4.12").toEqual([]);
        expect.soft(await findLongAnimations(page), "2.3.3").toEqual([]);
        await page.setViewportSize(REFLOW_VIEWPORT);
        await waitForFrame(page);
        await expect.soft.poll(() => findOverflow(page), "1.4.10").toEqual([]);
        await expectGoodPrint(page);
      });
  });

test("the print of a long list has its first 1,000 rows, and names what is left out", async ({ page }) => {
  await page.goto("/p/2/exports");
  await expect(page.getByText("2,000 exports", { exact: true })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.locator("tbody a[data-row-focus]")).toHaveCount(1_000);
  await expect(page.getByText("Printed: 1,000 of 2,000 exports.")).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(page.locator("tbody a[data-row-focus]")).not.toHaveCount(1_000);
});

/**
 * Returns the issue of the focused element, or an empty string if it has none. Returns null if nothing is focused, or
 * if the element was already visited. Runs in the page. theme.test.ts proves the contrast of the ring.
 */
async function inspectFocus(): Promise<string | null> {
  const STEPS = 5;
  // A focus ring is fully drawn in the second frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const element = document.activeElement;
  if (element === null || element === document.body || element.hasAttribute("data-walked")) return null;
  element.setAttribute("data-walked", "");
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  const parents = [element.parentElement, element.parentElement?.parentElement];

  // For a transparent field, the parent element shows the focus.
  const shape = getComputedStyle(element).opacity === "0" ? (element.parentElement ?? element) : element;
  const box = shape.getBoundingClientRect();
  const isSeen = Array.from({ length: STEPS * STEPS }, (_, index) => {
    const x = box.left + (box.width * ((index % STEPS) + 0.5)) / STEPS;
    const y = box.top + (box.height * (Math.floor(index / STEPS) + 0.5)) / STEPS;
    const hit = document.elementFromPoint(x, y);
    return hit !== null && [shape, ...labels].some((one) => one.contains(hit) || hit.contains(shape));
  }).includes(true);

  const hasRing = [element, ...labels, ...parents].some((one) => {
    if (one == null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  });
  const bar = getComputedStyle(element, "::after");
  const hasBar = bar.content !== "none" && bar.opacity === "1" && Number.parseFloat(bar.width) >= 2;
  // Date fields have several tab stops, with the browser's own focus marks.
  const isBrowserOutline = element.matches("input[type=date], input[type=time], input[type=datetime-local]");
  const label = element.getAttribute("aria-label") ?? element.textContent ?? "";
  const name = `${element.tagName.toLowerCase()} “${label.trim().slice(0, 40)}” ${element.id}`;
  if (!isSeen) return `${name} has the focus and is not seen`;
  return hasRing || hasBar || isBrowserOutline ? "" : `${name} has the focus and no ring`;
}

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** A list, a form, a record, and a board. Going back, bars at the top may hide focused elements. */
const WALKS = [
  ["/p/1/subscriptions?q=dashboard%3A201", WIDE, "Tab"],
  ["/p/1/vitals?path=/&path=/checkout&path=/nobody", PHONE, "Tab"],
  ["/p/1/subscriptions/new", PHONE, "Shift+Tab"],
  ["/p/1/members/407c0979-9485-4213-96c9-d96062c60104", WIDE, "Shift+Tab"],
] as const;

test("every tab stop of a list, a form, a record and a board is visible and has a ring", async ({ page }) => {
  for (const [path, size, key] of WALKS)
    await test.step(path, async () => {
      await page.setViewportSize(size);
      await page.goto(path);
      await openPage(page, path);
      await page.evaluate(() => {
        // A dialog traps focus, so the walk can start anywhere in it.
        if (document.querySelector("[aria-modal=true]") !== null) return;
        window.scrollTo(0, 0);
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      const issues: (string | null)[] = [];
      do {
        await page.keyboard.press(key);
        issues.push(await page.evaluate(inspectFocus));
      } while (issues.at(-1) !== null && issues.length < 120);
      // A walk with few stops proves nothing.
      expect(issues.length).toBeGreaterThan(8);
      expect(issues.filter((issue) => issue !== null && issue !== "")).toEqual([]);
    });
});
