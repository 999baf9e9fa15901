import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** The pages whose place is kept; who goes back further starts at the top. */
const MAX_ENTRIES = 50;

/** A memory of the last few things that were put in. */
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

// Some keep theirs by a key of their own as well.
const scrollPositions = createLruCache<number>(2 * MAX_ENTRIES);
/** Pages on the screen that go to their place themselves, once they are long enough. */
let selfRestoringPages = 0;

/**
 * Keeps how far a page is scrolled for each entry of the history, and goes there again on Back and Forward.
 * @param key tells the pages of one address apart
 * @param isReady true once what makes the page long is there
 */
export function useScrollRestoration(key: string, isReady: boolean): void {
  const entryKey = `${key} ${useLocation().key}`;
  const navigationType = useNavigationType();
  // A change of the address while the page stays is no return to it.
  const pendingEntry = useRef(navigationType === "POP" ? entryKey : null);

  useLayoutEffect(() => {
    if (!isReady || pendingEntry.current !== entryKey) return;
    pendingEntry.current = null;
    const y = scrollPositions.get(entryKey);
    if (y !== undefined) window.scrollTo(0, y);
  }, [entryKey, isReady]);

  // Ends with the page itself: the next one may be shorter, and the browser scrolls then.
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
 * Keeps how far each entry of the history is scrolled, in place of the browser: that scrolls at once on Back, while the
 * page that is left still stands. Returns the way there, for when the other page is drawn.
 */
export function useHistoryScrollRestoration(): () => void {
  const { key } = useLocation();

  useEffect(() => {
    const disableBrowserRestoration = () => {
      history.scrollRestoration = "manual";
    };
    // A page that is loaded again has forgotten all places; the browser has not.
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
