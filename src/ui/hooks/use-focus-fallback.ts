import { useLayoutEffect, useRef } from "react";

/**
 * Keeps a keyboard's place in a part of the page: when what had the focus there leaves, the first button that stays
 * takes it, else the part itself where it can (`tabIndex={-1}`), else the page's heading.
 * @returns goes around the part
 */
export function useFocusFallback() {
  const containerRef = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    hadFocus.current = false;
    const focusableContainer = containerRef.current?.hasAttribute("tabindex") ? containerRef.current : null;
    const next =
      containerRef.current?.querySelector("button") ??
      focusableContainer ??
      document.querySelector<HTMLElement>("main h1");
    next?.focus({ preventScroll: true });
  });
  return {
    ref: containerRef,
    onFocus() {
      hadFocus.current = true;
    },
    onBlur() {
      hadFocus.current = false;
    },
  };
}
