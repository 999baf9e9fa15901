import { useEffect, useEffectEvent, useState } from "react";
import { formatDuration } from "@/lib/time/format-duration";
import { useAnnounce } from "./announcer";
import classes from "./states.module.css";

interface RetryCountdownProps {
  /** In ms since 1970. */
  readonly retryAt: number;
  /** Sentence that is shown and announced at the end of the countdown. */
  readonly endMessage: string;
  readonly onEnd: () => void;
}

/** Shows a countdown. Screen readers announce only the end, not every second. */
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

/** Returns the remaining time in ms, updated every second. */
function useRemainingMs(retryAt: number, onEnd: () => void): number {
  const [remainingMs, setRemainingMs] = useState(() => retryAt - Date.now());
  const handleEnd = useEffectEvent(onEnd);
  useEffect(() => {
    // The clock determines the remaining time, because browsers delay timers in background tabs.
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
