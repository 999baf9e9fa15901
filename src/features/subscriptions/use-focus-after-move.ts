import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Delete and Restore replace each other: when the one that had the focus is gone, the other one takes it.
 * @param isDeleted which of the two is there
 * @returns goes around the two, which are marked with `data-move`
 */
export function useFocusAfterMove(isDeleted: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const was = useRef(isDeleted);

  useLayoutEffect(() => {
    if (was.current === isDeleted) return;
    was.current = isDeleted;
    // The focus is elsewhere when somebody went on meanwhile: then it stays there.
    if (document.activeElement !== document.body) return;
    box.current?.querySelector<HTMLElement>("[data-move]")?.focus({ preventScroll: true });
  }, [isDeleted]);

  return box;
}
