import { useLayoutEffect } from "react";

const shown = new Map<string, number>();

/**
 * Marks the page with an attribute (on `<html>`) as long as what calls this is on the screen, for styles of other
 * things. `body:has(…)` would do without, but then every node that comes or goes anywhere restyles all rows of a table.
 */
export function usePageMark(attribute: string): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const count = (change: number) => {
      const all = (shown.get(attribute) ?? 0) + change;
      shown.set(attribute, all);
      root.toggleAttribute(attribute, all > 0);
    };
    count(1);
    return () => count(-1);
  }, [attribute]);
}
