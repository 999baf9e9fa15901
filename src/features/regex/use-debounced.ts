import { useEffect, useState } from "react";

/** Ms without a key before a pattern is tried: each trial starts a worker. */
const SETTLE = 200;

/** A value as it was when it had not changed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
