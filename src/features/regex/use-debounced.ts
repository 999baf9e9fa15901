import { useEffect, useState } from "react";

/** Each test starts a worker. */
const DEBOUNCE_MS = 200;

/** Returns the value once it has stopped changing. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
