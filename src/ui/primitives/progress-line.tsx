import classes from "./progress-line.module.css";

interface ProgressLineProps {
  readonly isActive: boolean;
  readonly label: string;
}

/**
 * Progress indicator at the top of the page. CSS delays the indicator, because a JavaScript timer
 * would wait until the slow rendering has finished.
 */
export function ProgressLine({ isActive, label }: ProgressLineProps) {
  return (
    isActive && (
      <div className={classes.track} role="progressbar" aria-label={label} data-no-print>
        <div className={classes.bar} />
      </div>
    )
  );
}
