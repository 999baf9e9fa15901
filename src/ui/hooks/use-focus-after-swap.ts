import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Two buttons replace each other, such as Delete and Restore: when the one that had the focus is gone, the other takes it.
 * @param isOther which of the two is there
 * @returns goes around the two, which are marked with `data-move`
 */
export function useFocusAfterSwap(isSwapped: boolean): RefObject<HTMLDivElement | null> {
  const containerRef = useRef<HTMLDivElement>(null);
  const previousIsSwapped = useRef(isSwapped);

  useLayoutEffect(() => {
    if (previousIsSwapped.current === isSwapped) return;
    previousIsSwapped.current = isSwapped;
    // The focus is elsewhere when somebody went on meanwhile: then it stays there.
    if (document.activeElement !== document.body) return;
    containerRef.current?.querySelector<HTMLElement>("[data-move]")?.focus({ preventScroll: true });
  }, [isSwapped]);

  return containerRef;
}
