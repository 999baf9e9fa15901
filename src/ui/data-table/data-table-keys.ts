import type { KeyboardEvent } from "react";

/** Whether the key was typed into something that wants it. */
export function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement && target.closest("input:not([type=checkbox]), textarea, select") !== null
  );
}

interface KeyContext {
  /** The place of the row that has the focus, -1 for none. */
  readonly at: number;
  readonly count: number;
  /** Rows that fit the window. */
  readonly page: number;
}

/** Where arrows, j and k, Home and End, Page Up and Page Down lead in a table; undefined for every other key. */
export function nextPlace(event: KeyboardEvent, { at, count, page }: KeyContext): number | undefined {
  if (count === 0 || event.metaKey || event.ctrlKey || event.altKey) return undefined;
  const within = (place: number) => Math.max(0, Math.min(place, count - 1));
  switch (event.key) {
    case "ArrowDown":
    case "j":
      return within(at + 1);
    case "ArrowUp":
    case "k":
      return within(at - 1);
    case "PageDown":
      return within(at + page);
    case "PageUp":
      return within(at - page);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
