import { useEffect, useState } from "react";

/** Ms without a key before a pattern is tried: each trial starts a worker. */
const DEBOUNCE_MS = 200;

/** A value as it was when it had not changed for a moment. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
