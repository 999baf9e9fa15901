import { useEffect, useState } from "react";

const SECOND_MS = 1_000;

/** Returns the current time in ms since 1970, updated every second. */
export function useNowEverySecond(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
