import { useLayoutEffect, useRef } from "react";

/**
 * Preserves focus in a part of the page. When the focused element disappears, focus moves to the first remaining
 * button or element with `data-focus-fallback`, or else to the part itself (with `tabIndex={-1}`), or else to the page's heading.
 * @returns ref for the part
 */
export function useFocusFallback() {
  const containerRef = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    hadFocus.current = false;
    const focusableContainer = containerRef.current?.hasAttribute("tabindex") ? containerRef.current : null;
    const next =
      containerRef.current?.querySelector<HTMLElement>("button, [data-focus-fallback]") ??
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
