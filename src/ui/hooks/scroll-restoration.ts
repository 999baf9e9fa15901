import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** The pages whose place is kept; who goes back further starts at the top. */
const MOST_KEPT = 50;

/** A memory of the last few things that were put in. */
export function createMemory<Value>(most = MOST_KEPT): {
  readonly get: (key: string) => Value | undefined;
  readonly keep: (key: string, value: Value) => void;
} {
  const kept = new Map<string, Value>();
  return {
    get: (key) => kept.get(key),
    keep(key, value) {
      kept.delete(key);
      kept.set(key, value);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}

// Some keep theirs by a key of their own as well.
const places = createMemory<number>(2 * MOST_KEPT);
/** Pages on the screen that go to their place themselves, once they are long enough. */
let pagesWithMemory = 0;

/**
 * Keeps how far a page is scrolled for each entry of the history, and goes there again on Back and Forward.
 * @param key tells the pages of one address apart
 * @param isReady true once what makes the page long is there
 */
export function useScrollMemory(key: string, isReady: boolean): void {
  const entry = `${key} ${useLocation().key}`;
  const type = useNavigationType();
  // A change of the address while the page stays is no return to it.
  const open = useRef(type === "POP" ? entry : null);

  useLayoutEffect(() => {
    if (!isReady || open.current !== entry) return;
    open.current = null;
    const y = places.get(entry);
    if (y !== undefined) window.scrollTo(0, y);
  }, [entry, isReady]);

  // Ends with the page itself: the next one may be shorter, and the browser scrolls then.
  useLayoutEffect(() => {
    const keep = () => {
      if (open.current !== entry) places.keep(entry, window.scrollY);
    };
    keep();
    window.addEventListener("scroll", keep, { passive: true });
    return () => window.removeEventListener("scroll", keep);
  }, [entry]);

  useLayoutEffect(() => {
    pagesWithMemory += 1;
    return () => {
      pagesWithMemory -= 1;
    };
  }, []);
}

/**
 * Keeps how far each entry of the history is scrolled, in place of the browser: that scrolls at once on Back, while the
 * page that is left still stands. Returns the way there, for when the other page is drawn.
 */
export function useEntryPlaces(): () => void {
  const { key } = useLocation();

  useEffect(() => {
    const take = () => {
      history.scrollRestoration = "manual";
    };
    // A page that is loaded again has forgotten all places; the browser has not.
    const giveBack = () => {
      history.scrollRestoration = "auto";
    };
    take();
    window.addEventListener("pageshow", take);
    window.addEventListener("pagehide", giveBack);
    return () => {
      giveBack();
      window.removeEventListener("pageshow", take);
      window.removeEventListener("pagehide", giveBack);
    };
  }, []);

  useLayoutEffect(() => {
    const keep = () => places.keep(key, window.scrollY);
    window.addEventListener("scroll", keep, { passive: true });
    return () => window.removeEventListener("scroll", keep);
  }, [key]);

  return () => {
    if (pagesWithMemory === 0) window.scrollTo(0, places.get(key) ?? 0);
  };
}
