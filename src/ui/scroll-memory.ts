import { useLayoutEffect, useRef } from "react";
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

const places = createMemory<number>();

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
}
