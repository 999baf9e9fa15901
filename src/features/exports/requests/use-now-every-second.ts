import { useEffect, useState } from "react";

const SECOND = 1_000;

/** The present in ms since 1970, refreshed every second. */
export function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  return now;
}
