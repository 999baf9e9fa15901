import { type RefObject, useLayoutEffect, useRef } from "react";

/** The place of the row around a target, counted from the first one shown; -1 for none. */
export function findTargetRowIndex(target: EventTarget, firstIndex: number): number {
  const row = target instanceof Element ? target.closest("tbody > [aria-rowindex]") : null;
  return row ? Number(row.getAttribute("aria-rowindex")) - firstIndex - 2 : -1;
}

/** Gives a drawn row the focus, clear of what is sticky. */
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
  /** Where the active row was when it took the focus. */
  readonly lastIndex: number;
  readonly firstIndex: number;
  readonly rows: readonly unknown[];
  readonly activate: (index: number) => void;
}

/**
 * Keeps the focus in a table whose rows move and go: a row that is moved keeps it, and after a row that is gone the
 * one in its place takes it.
 */
export function useRowFocus(options: RowFocusOptions): void {
  const { body, activeIndex, lastIndex, firstIndex, rows, activate } = options;
  const isFocusPending = useRef(false);
  // Read before the page changes: what is removed or moved loses the focus without a word.
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
