import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Maximum number of history entries whose positions are stored. */
const MAX_ENTRIES = 50;

export function createLruCache<Value>(maxEntries = MAX_ENTRIES): {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
} {
  const entries = new Map<string, Value>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
  };
}

const scrollPositions = createLruCache<number>();

/**
 * Restores the scroll position of a history entry after Back and Forward, as soon as the content is long enough. The
 * router restores it when the page is rendered, which is too early for lists that are still filtered.
 * @param key distinguishes pages at the same path
 * @param isReady whether the content that makes the page long is rendered
 */
export function useScrollRestoration(key: string, isReady: boolean): void {
  const entryKey = `${key} ${useLocation().key}`;
  const navigationType = useNavigationType();
  // A URL change on the same page doesn't restore a position.
  const pendingEntry = useRef(navigationType === "POP" ? entryKey : null);

  useLayoutEffect(() => {
    if (!isReady || pendingEntry.current !== entryKey) return;
    pendingEntry.current = null;
    const y = scrollPositions.get(entryKey);
    if (y !== undefined) window.scrollTo(0, y);
  }, [entryKey, isReady]);

  // A layout effect removes the listener early. Otherwise, it would store the position to which the
  // browser scrolls when the next page is shorter.
  useLayoutEffect(() => {
    const savePosition = () => {
      if (pendingEntry.current !== entryKey) scrollPositions.set(entryKey, window.scrollY);
    };
    savePosition();
    window.addEventListener("scroll", savePosition, { passive: true });
    return () => window.removeEventListener("scroll", savePosition);
  }, [entryKey]);
}
