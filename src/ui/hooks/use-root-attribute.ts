import { useLayoutEffect } from "react";

const mountedCounts = new Map<string, number>();

/**
 * Sets an attribute on `<html>` while mounted, for the styles of other components. `body:has(…)` would restyle all
 * table rows on every DOM change.
 */
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
