import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Preserves focus when one of two buttons, such as Edit and Restore, replaces the other. Both buttons need the
 * attribute `data-move`.
 * @param isSwapped whether the second button is rendered
 * @returns ref for the container of the buttons
 */
export function useFocusAfterSwap(isSwapped: boolean): RefObject<HTMLDivElement | null> {
  const containerRef = useRef<HTMLDivElement>(null);
  const previousIsSwapped = useRef(isSwapped);

  useLayoutEffect(() => {
    if (previousIsSwapped.current === isSwapped) return;
    previousIsSwapped.current = isSwapped;
    // The user has already moved the focus.
    if (document.activeElement !== document.body) return;
    containerRef.current?.querySelector<HTMLElement>("[data-move]")?.focus({ preventScroll: true });
  }, [isSwapped]);

  return containerRef;
}
