import { useResizeObserver } from "@mantine/hooks";
import { useEffect, useLayoutEffect } from "react";

const mountedCounts = new Map<string, number>();

/** For styles of other components. `body:has(…)` would restyle all table rows on every DOM change. */
export function useRootAttribute(attribute: string): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const adjustCount = (delta: number) => {
      const total = (mountedCounts.get(attribute) ?? 0) + delta;
      mountedCounts.set(attribute, total);
      root.toggleAttribute(attribute, total > 0);
    };
    adjustCount(1);
    return () => adjustCount(-1);
  }, [attribute]);
}

/** Sets a CSS variable of `<html>` to an element's height in px, so that the page reserves space for it. */
export function useReservedSpace(variable: string, extraPx = 0) {
  const [ref, { height }] = useResizeObserver<HTMLElement>();
  useEffect(() => {
    const { style } = document.documentElement;
    // Setting the variable recalculates all styles, even if the value stays the same.
    if (height > 0) style.setProperty(variable, `${height + extraPx}px`);
    return () => void style.removeProperty(variable);
  }, [variable, height, extraPx]);
  return ref;
}
