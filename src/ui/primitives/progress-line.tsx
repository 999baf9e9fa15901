import { useEffect, useState } from "react";
import classes from "./progress-line.module.css";

interface ProgressLineProps {
  readonly active: boolean;
  readonly label: string;
}

/** Ms until it shows: quick answers should not flash, and what moves costs a frame of its own. */
const SHOWN_AFTER_MS = 150;

/** A thin line along the upper edge while something takes longer than a moment. */
export function ProgressLine({ active, label }: ProgressLineProps) {
  return active && <Line label={label} />;
}

function Line({ label }: { readonly label: string }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!isShown) return null;
  return (
    <div className={classes.track} role="progressbar" aria-label={label} data-no-print>
      <div className={classes.bar} />
    </div>
  );
}
