import { useEffect, useEffectEvent, useState } from "react";
import { formatDuration } from "@/lib/time/format-duration";
import { useAnnounce } from "./announcer";
import classes from "./states.module.css";

interface RetryCountdownProps {
  /** The end of the wait, in ms since 1970. */
  readonly retryAt: number;
  /** What is said when it is over, a sentence. */
  readonly endMessage: string;
  readonly onEnd: () => void;
}

/** Counts a wait down in words. A screen reader hears when it is over, not every second. */
export function RetryCountdown({ retryAt, endMessage, onEnd }: RetryCountdownProps) {
  const announce = useAnnounce();
  const remainingMs = useRemainingMs(retryAt, () => {
    announce(endMessage);
    onEnd();
  });
  return (
    <p role="timer" aria-live="off" className={classes.countdown}>
      {remainingMs > 0 ? `Try again in ${formatDuration(remainingMs)}` : endMessage}
    </p>
  );
}

/** Milliseconds left until a moment, told every second. */
function useRemainingMs(retryAt: number, onEnd: () => void): number {
  const [remainingMs, setRemainingMs] = useState(() => retryAt - Date.now());
  const handleEnd = useEffectEvent(onEnd);
  useEffect(() => {
    // By the clock and not by the ticks: in the background a browser lets ticks out.
    const timer = setInterval(() => {
      const nextRemainingMs = retryAt - Date.now();
      setRemainingMs(nextRemainingMs);
      if (nextRemainingMs > 0) return;
      clearInterval(timer);
      handleEnd();
    }, 1_000);
    return () => clearInterval(timer);
  }, [retryAt]);
  return remainingMs;
}
