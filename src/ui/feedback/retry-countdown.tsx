import { useEffect, useEffectEvent, useState } from "react";
import { waitWords } from "@/lib/time/format-duration";
import { useAnnounce } from "./announcer";
import classes from "./states.module.css";

interface WaitLineProps {
  /** The end of the wait, in ms since 1970. */
  readonly until: number;
  /** What is said when it is over, a sentence. */
  readonly over: string;
  readonly onOver: () => void;
}

/** Counts a wait down in words. A screen reader hears when it is over, not every second. */
export function WaitLine({ until, over, onOver }: WaitLineProps) {
  const announce = useAnnounce();
  const left = useLeft(until, () => {
    announce(over);
    onOver();
  });
  return (
    <p role="timer" aria-live="off" className={classes.wait}>
      {left > 0 ? `Try again in ${waitWords(left)}` : over}
    </p>
  );
}

/** Milliseconds left until a moment, told every second. */
function useLeft(until: number, onOver: () => void): number {
  const [left, setLeft] = useState(() => until - Date.now());
  const end = useEffectEvent(onOver);
  useEffect(() => {
    // By the clock and not by the ticks: in the background a browser lets ticks out.
    const timer = setInterval(() => {
      const rest = until - Date.now();
      setLeft(rest);
      if (rest > 0) return;
      clearInterval(timer);
      end();
    }, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
