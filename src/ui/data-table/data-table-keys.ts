import type { KeyboardEvent } from "react";

interface KeyContext {
  readonly currentIndex: number;
  readonly count: number;
  /** Number of rows that fit into the window. */
  readonly pageSize: number;
}

/**
 * Returns the index of the row to which a navigation key (up or down arrow, j, k, Home, End,
 * Page Up, or Page Down) moves. Returns undefined for other keys.
 */
export function getNextRowIndex(
  event: KeyboardEvent,
  { currentIndex, count, pageSize }: KeyContext,
): number | undefined {
  if (count === 0 || event.metaKey || event.ctrlKey || event.altKey) return undefined;
  const clampIndex = (index: number) => Math.max(0, Math.min(index, count - 1));
  switch (event.key) {
    case "ArrowDown":
    case "j":
      return clampIndex(currentIndex + 1);
    case "ArrowUp":
    case "k":
      return clampIndex(currentIndex - 1);
    case "PageDown":
      return clampIndex(currentIndex + pageSize);
    case "PageUp":
      return clampIndex(currentIndex - pageSize);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
