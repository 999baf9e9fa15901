import { useEffect, useLayoutEffect, useRef } from "react";
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

// A history entry has a second position on pages that call `useScrollRestoration`.
const scrollPositions = createLruCache<number>(2 * MAX_ENTRIES);
/** Number of mounted pages that restore their own position with `useScrollRestoration`. */
let selfRestoringPages = 0;

/**
 * Restores the scroll position of a history entry after Back and Forward.
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

  useLayoutEffect(() => {
    selfRestoringPages += 1;
    return () => {
      selfRestoringPages -= 1;
    };
  }, []);
}

/**
 * Disables the browser's scroll restoration, which would scroll before the new page is rendered.
 * Returns a function that restores the position of the current history entry. Call the function
 * after rendering.
 */
export function useHistoryScrollRestoration(): () => void {
  const { key } = useLocation();

  useEffect(() => {
    const disableBrowserRestoration = () => {
      history.scrollRestoration = "manual";
    };
    // After a reload, only the browser knows the position.
    const enableBrowserRestoration = () => {
      history.scrollRestoration = "auto";
    };
    disableBrowserRestoration();
    window.addEventListener("pageshow", disableBrowserRestoration);
    window.addEventListener("pagehide", enableBrowserRestoration);
    return () => {
      enableBrowserRestoration();
      window.removeEventListener("pageshow", disableBrowserRestoration);
      window.removeEventListener("pagehide", enableBrowserRestoration);
    };
  }, []);

  useLayoutEffect(() => {
    const savePosition = () => scrollPositions.set(key, window.scrollY);
    window.addEventListener("scroll", savePosition, { passive: true });
    return () => window.removeEventListener("scroll", savePosition);
  }, [key]);

  return () => {
    if (selfRestoringPages === 0) window.scrollTo(0, scrollPositions.get(key) ?? 0);
  };
}
