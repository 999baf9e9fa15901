import { useEffect, useState } from "react";

/** Ms without a key before a server is asked: it allows 240 look-ups a minute (upstream-facts, Everywhere). */
const SETTLE = 250;

/** A text as it was when nobody had typed for a moment; what is emptied settles at once. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : SETTLE);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}
