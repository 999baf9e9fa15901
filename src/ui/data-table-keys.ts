import type { KeyboardEvent } from "react";

/** Marks what takes the focus in a row: its link, or the row itself where nothing leads on. */
const ROW_FOCUS = "data-row-focus";

/** Whether the key was typed into something that wants it. */
export function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement && target.closest("input:not([type=checkbox]), textarea, select") !== null
  );
}

/** Where arrows, j and k, Home and End lead in a table; undefined for every other key. */
export function nextRow(event: KeyboardEvent, table: HTMLElement | null): HTMLElement | undefined {
  if (!table || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return undefined;
  if (isTyping(event.target)) return undefined;
  const stops = [...table.querySelectorAll<HTMLElement>(`[${ROW_FOCUS}]`)];
  const row = event.target instanceof Element ? event.target.closest("tbody tr") : null;
  const at = stops.findIndex((stop) => row?.contains(stop));
  switch (event.key) {
    case "ArrowDown":
    case "j":
      return stops[Math.min(at + 1, stops.length - 1)];
    case "ArrowUp":
    case "k":
      return stops[Math.max(at - 1, 0)];
    case "Home":
      return stops[0];
    case "End":
      return stops.at(-1);
    default:
      return undefined;
  }
}
