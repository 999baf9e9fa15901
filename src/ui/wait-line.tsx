import { useEffect, useEffectEvent, useState } from "react";
import { waitWords } from "@/lib/wait-words";
import { useAnnounce } from "./announcer";
import classes from "./states.module.css";

interface WaitLineProps {
  /** Milliseconds to wait, from the moment it appears. */
  readonly waitMs: number;
  /** What is said when it is over, a sentence. */
  readonly over: string;
  readonly onOver: () => void;
}

/** Counts a wait down in words. A screen reader hears when it is over, not every second. */
export function WaitLine({ waitMs, over, onOver }: WaitLineProps) {
  const announce = useAnnounce();
  const left = useLeft(waitMs, () => {
    announce(over);
    onOver();
  });
  return (
    <p role="timer" aria-live="off" className={classes.wait}>
      {left > 0 ? `Try again in ${waitWords(left)}` : over}
    </p>
  );
}

/** Milliseconds left of a wait, told every second. */
function useLeft(waitMs: number, onOver: () => void): number {
  const [left, setLeft] = useState(waitMs);
  const end = useEffectEvent(onOver);
  useEffect(() => {
    // By the clock and not by the ticks: in the background a browser lets ticks out.
    const until = performance.now() + waitMs;
    const timer = setInterval(() => {
      const rest = Math.max(0, until - performance.now());
      setLeft(rest);
      if (rest > 0) return;
      clearInterval(timer);
      end();
    }, 1_000);
    return () => clearInterval(timer);
  }, [waitMs]);
  return left;
}
