import { useEffect, useState } from "react";
import classes from "./progress-line.module.css";

interface ProgressLineProps {
  readonly isActive: boolean;
  readonly label: string;
}

/** In ms. Avoids flashing for fast responses. */
const SHOW_DELAY_MS = 150;

/** Progress indicator at the top edge of the page. */
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
