import type { KeyboardEvent } from "react";

/** Whether the key was typed into something that wants it. */
export function isTypingTarget(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement && target.closest("input:not([type=checkbox]), textarea, select") !== null
  );
}

interface KeyContext {
  /** The place of the row that has the focus, -1 for none. */
  readonly currentIndex: number;
  readonly count: number;
  /** Rows that fit the window. */
  readonly pageSize: number;
}

/** Where arrows, j and k, Home and End, Page Up and Page Down lead in a table; undefined for every other key. */
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
