import { useEffect, useState } from "react";
import classes from "./progress-line.module.css";

interface ProgressLineProps {
  readonly isActive: boolean;
  readonly label: string;
}

/** Ms until it shows: quick answers should not flash, and what moves costs a frame of its own. */
const SHOW_DELAY_MS = 150;

/** A thin line along the upper edge while something takes longer than a moment. */
export function ProgressLine({ isActive, label }: ProgressLineProps) {
  return isActive && <Line label={label} />;
}

function Line({ label }: { readonly label: string }) {
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsVisible(true), SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!isVisible) return null;
  return (
    <div className={classes.track} role="progressbar" aria-label={label} data-no-print>
      <div className={classes.bar} />
    </div>
  );
}
