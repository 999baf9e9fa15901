/** The measures of a box on the screen, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where a floating box goes in relation to the thing it belongs to. */
export interface Placing {
  readonly side: "top" | "bottom";
  readonly align: "start" | "center" | "end";
}

const GAP = 6;
const EDGE = 8;

/**
 * The upper left corner for a box beside its anchor: on the wished side, on the other one where there is no room,
 * and always inside the window.
 */
export function placeBeside(
  anchor: Box,
  size: { readonly width: number; readonly height: number },
  room: { readonly width: number; readonly height: number },
  placing: Placing,
): { readonly left: number; readonly top: number } {
  const above = anchor.top - GAP - size.height;
  const below = anchor.top + anchor.height + GAP;
  const fitsAbove = above >= EDGE;
  const fitsBelow = below + size.height <= room.height - EDGE;
  const goesBelow = placing.side === "bottom" ? fitsBelow || !fitsAbove : !fitsAbove && fitsBelow;
  const shift = { start: 0, center: (anchor.width - size.width) / 2, end: anchor.width - size.width };
  return {
    left: clamp(anchor.left + shift[placing.align], EDGE, room.width - size.width - EDGE),
    top: clamp(goesBelow ? below : above, EDGE, room.height - size.height - EDGE),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/** Moves a fixed element beside its anchor in the present window. */
export function moveBeside(anchor: Element, floating: HTMLElement, placing: Placing): void {
  const room = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const { left, top } = placeBeside(
    anchor.getBoundingClientRect(),
    floating.getBoundingClientRect(),
    room,
    placing,
  );
  floating.style.left = "0px";
  floating.style.top = "0px";
  // Inside a transformed parent, as in a drawer, "fixed" counts from that parent and not from the window.
  const origin = floating.getBoundingClientRect();
  floating.style.left = `${Math.round(left - origin.left)}px`;
  floating.style.top = `${Math.round(top - origin.top)}px`;
}
