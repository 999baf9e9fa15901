import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Two buttons replace each other, such as Delete and Restore: when the one that had the focus is gone, the other takes it.
 * @param isOther which of the two is there
 * @returns goes around the two, which are marked with `data-move`
 */
export function useFocusAfterMove(isOther: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const was = useRef(isOther);

  useLayoutEffect(() => {
    if (was.current === isOther) return;
    was.current = isOther;
    // The focus is elsewhere when somebody went on meanwhile: then it stays there.
    if (document.activeElement !== document.body) return;
    box.current?.querySelector<HTMLElement>("[data-move]")?.focus({ preventScroll: true });
  }, [isOther]);

  return box;
}
