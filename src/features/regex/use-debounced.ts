import { useEffect, useState } from "react";

/** Debounces tests, because each one starts a worker. */
const DEBOUNCE_MS = 200;

/** Returns the value after it has been unchanged for `DEBOUNCE_MS`. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
