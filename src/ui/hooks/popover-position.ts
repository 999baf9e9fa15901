/** Position and size in px, relative to the viewport. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PopoverPlacement {
  readonly side: "top" | "bottom";
  readonly align: "start" | "center" | "end";
}

const ANCHOR_GAP = 6;
const VIEWPORT_MARGIN = 8;

/**
 * Returns the position of a popover's top-left corner. Uses the opposite side only if the popover
 * fits there but not on the preferred side. The position is always inside the viewport.
 */
export function computePopoverPosition(
  anchor: Rect,
  size: { readonly width: number; readonly height: number },
  viewport: { readonly width: number; readonly height: number },
  placement: PopoverPlacement,
): { readonly left: number; readonly top: number } {
  const above = anchor.top - ANCHOR_GAP - size.height;
  const below = anchor.top + anchor.height + ANCHOR_GAP;
  const fitsAbove = above >= VIEWPORT_MARGIN;
  const fitsBelow = below + size.height <= viewport.height - VIEWPORT_MARGIN;
  const isBelow = placement.side === "bottom" ? fitsBelow || !fitsAbove : !fitsAbove && fitsBelow;
  const offset = { start: 0, center: (anchor.width - size.width) / 2, end: anchor.width - size.width };
  return {
    left: clamp(
      anchor.left + offset[placement.align],
      VIEWPORT_MARGIN,
      viewport.width - size.width - VIEWPORT_MARGIN,
    ),
    top: clamp(isBelow ? below : above, VIEWPORT_MARGIN, viewport.height - size.height - VIEWPORT_MARGIN),
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}

export function positionPopover(anchor: Element, floating: HTMLElement, placement: PopoverPlacement): void {
  const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const { left, top } = computePopoverPosition(
    anchor.getBoundingClientRect(),
    floating.getBoundingClientRect(),
    viewport,
    placement,
  );
  floating.style.left = "0px";
  floating.style.top = "0px";
  // In a transformed parent, such as a drawer, fixed positions are relative to the parent.
  const origin = floating.getBoundingClientRect();
  floating.style.left = `${Math.round(left - origin.left)}px`;
  floating.style.top = `${Math.round(top - origin.top)}px`;
}
