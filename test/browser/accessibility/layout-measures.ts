import type { Page } from "@playwright/test";

/**
 * Selector for interactive elements. Excludes column edges, which may be narrower, because the
 * buttons in "Columns" have the same function.
 */
const TARGETS =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option], [role=menuitem], [role=tab], [role=slider]";

/** Minimum side of a target in CSS pixels (WCAG 2.5.8). */
const MIN_TARGET_SIZE = 24;

/** Waits for two frames, because a style change takes effect in the second one. */
export function waitForFrame(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/**
 * Returns targets that are smaller than 24 by 24 CSS pixels without enough space around them (WCAG
 * 2.5.8). Excludes links in sentences. Measures an input by its label if the label is larger.
 */
export function findSmallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    ({ selector, minSize }) => {
      const isShown = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.closest("[inert], [aria-hidden=true]") === null;
      /**
       * Returns the largest box among those of the element, its labels, and its pseudo-elements.
       * The user can press any of them.
       */
      const boxOf = (element: Element): DOMRect => {
        const own = element.getBoundingClientRect();
        const parts = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
        const boxes = parts.map((part) => part.getBoundingClientRect());
        for (const pseudo of ["::before", "::after"] as const) {
          const style = getComputedStyle(element, pseudo);
          if (style.content === "none" || style.position !== "absolute" || style.pointerEvents === "none")
            continue;
          const inset = (side: "left" | "right" | "top" | "bottom") => Number.parseFloat(style[side]) || 0;
          const [left, top] = [own.left + inset("left"), own.top + inset("top")];
          boxes.push(
            new DOMRect(left, top, own.right - inset("right") - left, own.bottom - inset("bottom") - top),
          );
        }
        return boxes.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a), own);
      };
      const isInSentence = (element: Element) => {
        if (getComputedStyle(element).display !== "inline") return false;
        const text = (element.parentElement?.textContent ?? "").trim();
        return text.length > (element.textContent ?? "").trim().length;
      };
      // Elements behind a modal dialog can't be pressed.
      const container = document.querySelector("[aria-modal=true]") ?? document;
      const targets = [...container.querySelectorAll(selector)].filter(
        (element) =>
          isShown(element) && !element.matches(":disabled") && !element.classList.contains("ui-hidden"),
      );
      const boxes = targets.map((element) => ({ element, box: boxOf(element) }));
      const small = boxes.filter(
        // A row at a fractional pixel position loses up to half a pixel.
        ({ box }) => box.width > 0 && (box.width < minSize - 0.5 || box.height < minSize - 0.5),
      );
      const distance = (x: number, y: number, box: DOMRect) =>
        Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      return small
        .filter(({ element, box }) => {
          if (isInSentence(element)) return false;
          const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
          return boxes.some((other) => {
            if (
              other.element === element ||
              other.element.contains(element) ||
              element.contains(other.element)
            )
              return false;
            const isSmall = small.some((one) => one.element === other.element);
            const [ox, oy] = [(other.box.left + other.box.right) / 2, (other.box.top + other.box.bottom) / 2];
            return isSmall ? Math.hypot(x - ox, y - oy) < minSize : distance(x, y, other.box) < minSize / 2;
          });
        })
        .map(
          ({ element, box }) =>
            `${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 160)}`,
        );
    },
    { selector: TARGETS, minSize: MIN_TARGET_SIZE },
  );
}

/** Returns elements that overflow the window to the right (WCAG 1.4.10). Tables and charts scroll separately. */
export function findOverflowingElement(page: Page): Promise<readonly string[]> {
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

/**
 * Returns a description of each element that truncates its content. The description doesn't depend
 * on the page's size.
 */
export function findTruncatedText(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    for (const element of document.body.querySelectorAll("*")) {
      const style = getComputedStyle(element);
      const hides = (value: string) => value === "hidden" || value === "clip";
      if (!element.checkVisibility() || element.closest(".ui-hidden, svg") !== null) continue;
      if (element instanceof HTMLInputElement) continue;
      const low = hides(style.overflowY) && element.scrollHeight > element.clientHeight + 2;
      const wide = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 2;
      // An ellipsis is allowed, because pressing or hovering shows the full text.
      const isEllipsis = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
      if (!(low || (wide && !isEllipsis)) || (element.textContent ?? "").trim() === "") continue;
      if (isEllipsis && low && !wide) continue;
      cut.push(`${element.tagName}.${element.className}: ${(element.textContent ?? "").trim().slice(0, 60)}`);
    }
    return cut;
  });
}

const TEXT_SPACING_CSS = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`;

/** Returns elements that truncate their content only with the text spacing of WCAG 1.4.12. */
export async function findTextCutBySpacing(page: Page): Promise<readonly string[]> {
  const before = new Set(await findTruncatedText(page));
  // Uses a constructed style sheet, because the Content Security Policy blocks style elements.
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, TEXT_SPACING_CSS);
  const after = await findTruncatedText(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
  });
  return after.filter((name) => !before.has(name));
}

/** Returns elements with a long animation although the user prefers reduced motion. */
export function findLongAnimations(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const SHORT_ANIMATION_MS = 0.05;
    const longest = (durations: string) => Math.max(...durations.split(",").map(Number.parseFloat));
    const found: string[] = [];
    for (const element of document.querySelectorAll("*"))
      for (const pseudo of [undefined, "::after"]) {
        const style = getComputedStyle(element, pseudo);
        const moves =
          longest(style.transitionDuration) > SHORT_ANIMATION_MS ||
          (style.animationName !== "none" && longest(style.animationDuration) > SHORT_ANIMATION_MS) ||
          style.scrollBehavior === "smooth";
        if (moves) found.push(`${element.outerHTML.slice(0, 120)} ${pseudo ?? ""}`);
      }
    return found.slice(0, 5);
  });
}

/**
 * Returns the issue of the focused element, or an empty string if it has none. Returns null if
 * nothing is focused, or if the element was already visited. Runs in the page.
 */
async function inspectFocus(): Promise<string | null> {
  const MIN_CONTRAST = 3;
  const MIN_OUTLINE_WIDTH = 2;
  const STEPS = 5;
  // A focus ring is fully drawn in the second frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const element = document.activeElement;
  if (element === null || element === document.body || element.hasAttribute("data-walked")) return null;
  element.setAttribute("data-walked", "");
  const style = getComputedStyle(element);
  const parents = [element.parentElement, element.parentElement?.parentElement];
  const near = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];

  // For a transparent field, the parent element shows the focus.
  const shape = style.opacity === "0" ? (element.parentElement ?? element) : element;
  const box = shape.getBoundingClientRect();
  let seen = 0;
  for (let index = 0; index < STEPS * STEPS; index += 1) {
    const x = box.left + (box.width * ((index % STEPS) + 0.5)) / STEPS;
    const y = box.top + (box.height * (Math.floor(index / STEPS) + 0.5)) / STEPS;
    const hit = document.elementFromPoint(x, y);
    if (hit !== null && (shape.contains(hit) || hit.contains(shape) || near.some((one) => one.contains(hit))))
      seen += 1;
  }

  const partsOf = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = partsOf(color).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isClear = (color: string) => (partsOf(color)[3] ?? 1) < 1;
  const ground = (start: Element | null): string => {
    for (let at = start; at !== null; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (!isClear(color)) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const contrast = (one: string, other: string) => {
    const [a, b] = [luminance(one), luminance(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  // An outline counts on the element, its labels, its parent, or its grandparent. It must contrast
  // with its background.
  const marks = [element, ...near, ...parents].some((one) => {
    if (one == null) return false;
    const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(one);
    if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < MIN_OUTLINE_WIDTH) return false;
    const behind = Number.parseFloat(outlineOffset) < 0 ? one : one.parentElement;
    return contrast(outlineColor, ground(behind)) >= MIN_CONTRAST;
  });
  const bar = getComputedStyle(element, "::after");
  const hasBar =
    bar.content !== "none" &&
    bar.opacity === "1" &&
    Number.parseFloat(bar.width) >= MIN_OUTLINE_WIDTH &&
    !isClear(bar.backgroundColor) &&
    contrast(bar.backgroundColor, ground(element)) >= MIN_CONTRAST;
  // Date fields have several tab stops, with the browser's own focus marks.
  const isBrowserOutline = element.matches("input[type=date], input[type=time], input[type=datetime-local]");

  const label = element.getAttribute("aria-label") ?? element.textContent ?? "";
  const name = `${element.tagName.toLowerCase()} “${label.trim().slice(0, 40)}” ${element.id}`;
  if (seen === 0) return `${name} has the focus and is not seen`;
  return marks || hasBar || isBrowserOutline ? "" : `${name} has the focus and no ring of 3:1`;
}

/** Returns the issues of all tab stops in a direction, until focus leaves the page or returns to the start. */
export async function findFocusIssues(page: Page, key: "Tab" | "Shift+Tab"): Promise<readonly string[]> {
  await page.evaluate(() => {
    // A dialog traps focus, so the walk can start anywhere in it.
    if (document.querySelector("[aria-modal=true]") === null) {
      window.scrollTo(0, 0);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    }
    for (const element of document.querySelectorAll("[data-walked]")) element.removeAttribute("data-walked");
  });
  const MAX_TAB_STOPS = 120;
  const issues: string[] = [];
  let stops = 0;
  for (; stops < MAX_TAB_STOPS; stops += 1) {
    await page.keyboard.press(key);
    const issue = await page.evaluate(inspectFocus);
    if (issue === null) break;
    if (issue !== "") issues.push(issue);
  }
  // A walk with two stops or fewer proves nothing.
  return stops > 2 ? issues : [...issues, `only ${stops} stops`];
}
