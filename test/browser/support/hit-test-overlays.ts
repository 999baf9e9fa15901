import type { BrowserContext } from "@playwright/test";

/** Prefix of the console error that fails the test. */
export const COVERED_OVERLAY = "Covered overlay";

/**
 * Checks on every page that a new overlay can be clicked. Its center and corners must belong to the overlay, or to
 * one that opened later. Otherwise, reports a console error.
 */
export async function hitTestOverlays(context: BrowserContext): Promise<void> {
  await context.addInitScript(watchOverlays, COVERED_OVERLAY);
}

/** Watches for new overlays. Runs in the page. */
function watchOverlays(message: string): void {
  const OVERLAYS =
    "[role=dialog], [role=alertdialog], dialog[open], [role=menu], [role=listbox], [role=tooltip], [aria-label^=Notifications] > *";
  /**
   * Distance of the checked points from the edges, in px. At rounded corners and borders, a hit
   * test can return the element behind the overlay.
   */
  const INSET = 12;
  const MIN_SIZE = 2 * INSET;
  /** The order in which overlays appeared. */
  const order = new Map<Element, number>();
  let last = 0;

  const overlayOf = (element: Element | null) => element?.closest(OVERLAYS) ?? null;

  const dialogOfBackdrop = (element: Element) =>
    element.matches("[class*=-Overlay-root]")
      ? (element.parentElement?.querySelector("[role=dialog]") ?? null)
      : null;

  /**
   * Resolves when all finite animations of the element, its ancestors and descendants have ended.
   */
  async function whenSettled(element: Element): Promise<void> {
    const isFinite = ({ effect }: Animation) =>
      effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    const around = document.getAnimations().filter((animation) => {
      const { effect } = animation;
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return target !== null && (target.contains(element) || element.contains(target)) && isFinite(animation);
    });
    await Promise.allSettled(around.map(({ finished }) => finished));
  }

  /**
   * Resolves with the visible part of the element, in the next frame in which the element doesn't
   * move. Uses an observer, which a fake clock doesn't affect.
   */
  async function readVisibleRect(element: Element): Promise<DOMRectReadOnly> {
    const entry = await new Promise<IntersectionObserverEntry | undefined>((resolve) => {
      new IntersectionObserver(([first], observer) => {
        observer.disconnect();
        resolve(first);
      }).observe(element);
    });
    if (entry === undefined) return new DOMRect();
    const { x, y, width, height } = element.getBoundingClientRect();
    const { boundingClientRect: old } = entry;
    const hasMoved = x !== old.x || y !== old.y || width !== old.width || height !== old.height;
    return hasMoved && element.isConnected ? readVisibleRect(element) : entry.intersectionRect;
  }

  function findCover(element: HTMLElement, x: number, y: number): Element | null {
    // A tooltip doesn't receive pointer events, but must still be in front.
    const { pointerEvents } = element.style;
    element.style.pointerEvents = "auto";
    const hit = document.elementFromPoint(x, y);
    element.style.pointerEvents = pointerEvents;
    if (hit === null || element.contains(hit) || hit.contains(element)) return null;
    const cover = overlayOf(hit) ?? dialogOfBackdrop(hit);
    // A later overlay may cover this one, and so may the backdrop of a later dialog.
    if (cover !== null && (order.get(cover) ?? 0) > (order.get(element) ?? 0)) return null;
    return hit;
  }

  async function check(element: HTMLElement): Promise<void> {
    // A transition starts in the frame after the element is added.
    await readVisibleRect(element);
    await readVisibleRect(element);
    await whenSettled(element);
    const rect = await readVisibleRect(element);
    if (!element.isConnected || rect.width < MIN_SIZE || rect.height < MIN_SIZE) return;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
    const [left, right] = [rect.left + INSET, rect.right - INSET];
    const [top, bottom] = [rect.top + INSET, rect.bottom - INSET];
    const points = [
      ["center", (left + right) / 2, (top + bottom) / 2],
      ["top left corner", left, top],
      ["top right corner", right, top],
      ["bottom left corner", left, bottom],
      ["bottom right corner", right, bottom],
    ] as const;
    for (const [name, x, y] of points) {
      const cover = findCover(element, x, y);
      if (cover === null) continue;
      const label = element.getAttribute("aria-label") ?? element.textContent.slice(0, 60);
      const coverHtml = cover.outerHTML.slice(0, 160);
      console.error(
        `${message}: the ${name} of ${element.role ?? element.tagName} “${label}” is behind ${coverHtml}`,
      );
      return;
    }
  }

  function note(element: Element): void {
    if (!(element instanceof HTMLElement) || order.has(element)) return;
    last += 1;
    order.set(element, last);
    void check(element);
  }

  const observer = new MutationObserver((changes) => {
    for (const element of order.keys()) if (!element.isConnected) order.delete(element);
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches(OVERLAYS)) note(node);
        for (const element of node.querySelectorAll(OVERLAYS)) note(element);
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });
}
