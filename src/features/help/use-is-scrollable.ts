import { type RefCallback, useCallback, useState } from "react";

/**
 * Returns whether an element's content is wider than the element, and a `ref` to attach to the
 * element.
 */
export function useIsScrollable(): {
  readonly ref: RefCallback<HTMLElement>;
  readonly isScrollable: boolean;
} {
  const [isScrollable, setIsScrollable] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() => setIsScrollable(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isScrollable };
}
