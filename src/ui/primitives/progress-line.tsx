import classes from "./progress-line.module.css";

interface ProgressLineProps {
  readonly isActive: boolean;
  readonly label: string;
}

/**
 * Progress indicator at the top of the page. CSS delays it, because a timer would wait for the rendering that it
 * should indicate.
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
