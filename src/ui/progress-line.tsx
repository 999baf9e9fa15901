import classes from "./progress-line.module.css";

/** A thin line along the upper edge while something loads. It waits a moment, so that quick answers do not flash. */
export function ProgressLine({ active, label }: { readonly active: boolean; readonly label: string }) {
  if (!active) return null;
  return (
    <div className={classes.track} role="progressbar" aria-label={label} data-no-print>
      <div className={classes.bar} />
    </div>
  );
}
