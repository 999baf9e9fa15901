import { type RefObject, useLayoutEffect, useRef } from "react";

/** Returns the index of the row that contains an event target, or -1. */
export function findTargetRowIndex(target: EventTarget, firstIndex: number): number {
  const row = target instanceof Element ? target.closest("tbody > [aria-rowindex]") : null;
  return row ? Number(row.getAttribute("aria-rowindex")) - firstIndex - 2 : -1;
}

/** Focuses a rendered row, and scrolls so that sticky elements don't cover it. */
export function focusRow(body: HTMLElement | null, index: number): void {
  const row = body?.querySelector<HTMLElement>(`:scope > [aria-rowindex="${index + 2}"]`);
  if (!row) return;
  row.scrollIntoView({ block: "nearest" });
  const target = row.matches("[data-row-focus]") ? row : row.querySelector<HTMLElement>("[data-row-focus]");
  target?.focus({ preventScroll: true });
}

interface RowFocusOptions {
  readonly body: RefObject<HTMLElement | null>;
  readonly activeIndex: number;
  /** Index of the active row when it received focus. */
  readonly lastIndex: number;
  readonly firstIndex: number;
  readonly rows: readonly unknown[];
  readonly activate: (index: number) => void;
}

/**
 * Preserves focus in a table when rows change. A moved row keeps focus. A removed row passes focus to its successor.
 */
export function useRowFocus(options: RowFocusOptions): void {
  const { body, activeIndex, lastIndex, firstIndex, rows, activate } = options;
  const isFocusPending = useRef(false);
  // Read before the DOM update, because removed and moved elements lose focus without an event.
  const hadFocus = body.current?.contains(document.activeElement) ?? false;

  useLayoutEffect(() => {
    const isLost = hadFocus && (document.activeElement === null || document.activeElement === document.body);
    if (!isLost && !isFocusPending.current) return;
    isFocusPending.current = false;
    if (activeIndex >= 0) return focusRow(body.current, firstIndex + activeIndex);
    if (rows.length === 0) return;
    isFocusPending.current = true;
    activate(Math.max(0, Math.min(lastIndex, rows.length - 1)));
  });
}
