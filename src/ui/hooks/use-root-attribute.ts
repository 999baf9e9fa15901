import { useLayoutEffect } from "react";

const mountedCounts = new Map<string, number>();

/**
 * Marks the page with an attribute (on `<html>`) as long as what calls this is on the screen, for styles of other
 * things. `body:has(…)` would do without, but then every node that comes or goes anywhere restyles all rows of a table.
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
