import { useEffect, useState } from "react";

/**
 * Debounces lookups, because servers allow 240 requests for sessions per minute (upstream-facts,
 * Everywhere).
 */
const DEBOUNCE_MS = 250;

/** Returns the text after a pause in typing, or immediately if the text is empty. */
export function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    if (text === debounced) return;
    const timer = setTimeout(() => setDebounced(text), text === "" ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, debounced]);
  return debounced;
}
