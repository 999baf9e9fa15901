import { useLayoutEffect, useRef } from "react";

/**
 * Keeps a keyboard's place in a part of the page: when what had the focus there leaves, the first button that stays
 * takes it, else the part itself where it can (`tabIndex={-1}`), else the page's heading.
 * @returns goes around the part
 */
export function useFocusKept() {
  const box = useRef<HTMLDivElement>(null);
  const isWithin = useRef(false);
  useLayoutEffect(() => {
    if (!isWithin.current || document.activeElement !== document.body) return;
    isWithin.current = false;
    const part = box.current?.hasAttribute("tabindex") ? box.current : null;
    const next =
      box.current?.querySelector("button") ?? part ?? document.querySelector<HTMLElement>("main h1");
    next?.focus({ preventScroll: true });
  });
  return {
    ref: box,
    onFocus() {
      isWithin.current = true;
    },
    onBlur() {
      isWithin.current = false;
    },
  };
}
