import { useEffect, useState } from "react";

/** Debounced because servers allow 240 lookups a minute (upstream-facts, Everywhere). */
const DEBOUNCE_MS = 250;

/** Returns the text once typing has paused. A cleared text is returned immediately. */
export function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    if (text === debounced) return;
    const timer = setTimeout(() => setDebounced(text), text === "" ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, debounced]);
  return debounced;
}
