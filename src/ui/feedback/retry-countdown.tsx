import { Text } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { formatDuration } from "@/lib/time/dates";
import { boundWait } from "@/lib/time/wait";
import { useAnnounce } from "./announcer";

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
    <Text role="timer" aria-live="off" c="dimmed" mt="xs">
      {remainingMs > 0 ? `Try again in ${formatDuration(remainingMs)}` : endMessage}
    </Text>
  );
}

/** Counts down, as in "34 seconds". */
export function Countdown({ until }: { readonly until: number }) {
  const remainingMs = useRemainingMs(until, () => {});
  return formatDuration(Math.max(0, remainingMs));
}

/** Returns the remaining time in ms, updated every second. At most an hour. */
function useRemainingMs(until: number, onEnd: () => void): number {
  const [remainingMs, setRemainingMs] = useState(() => boundWait(until - Date.now(), 0));
  const handleEnd = useEffectEvent(onEnd);
  useEffect(() => {
    const startedAt = performance.now();
    const waitMs = boundWait(until - Date.now(), 0);
    // Clocks determine the remaining time, because browsers delay timers in background tabs. The system clock may be
    // set back, and the other one stops while a device sleeps.
    const timer = setInterval(() => {
      const nextRemainingMs = Math.min(until - Date.now(), startedAt + waitMs - performance.now());
      setRemainingMs(nextRemainingMs);
      if (nextRemainingMs > 0) return;
      clearInterval(timer);
      handleEnd();
    }, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return remainingMs;
}
