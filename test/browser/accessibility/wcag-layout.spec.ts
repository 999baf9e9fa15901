import { expect, openPage, test } from "../support/fixtures";

test.use({ contextOptions: { reducedMotion: "reduce" } });

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
      await openPage(page, path);
      await page.evaluate(() => {
        // The frame's elements were visited on the page before.
        for (const walked of document.querySelectorAll("[data-walked]"))
          walked.removeAttribute("data-walked");
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
