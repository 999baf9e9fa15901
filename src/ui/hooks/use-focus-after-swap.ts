import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * For two alternating buttons, such as Edit and Restore: when the focused one disappears, the other gets
 * the focus. @param isSwapped which one is rendered @returns ref for the container; mark buttons with
 * `data-move`
 */
export function useFocusAfterSwap(isSwapped: boolean): RefObject<HTMLDivElement | null> {
  const containerRef = useRef<HTMLDivElement>(null);
  const previousIsSwapped = useRef(isSwapped);

  useLayoutEffect(() => {
    if (previousIsSwapped.current === isSwapped) return;
    previousIsSwapped.current = isSwapped;
    // The user has moved the focus in the meantime.
    if (document.activeElement !== document.body) return;
    containerRef.current?.querySelector<HTMLElement>("[data-move]")?.focus({ preventScroll: true });
  }, [isSwapped]);

  return containerRef;
}
