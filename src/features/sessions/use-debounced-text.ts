import { useEffect, useState } from "react";

/** Ms without a key before a server is asked: it allows 240 look-ups a minute (upstream-facts, Everywhere). */
const DEBOUNCE_MS = 250;

/** A text as it was when nobody had typed for a moment; what is emptied settles at once. */
export function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    if (text === debounced) return;
    const timer = setTimeout(() => setDebounced(text), text === "" ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, debounced]);
  return debounced;
}
