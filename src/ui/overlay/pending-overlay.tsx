import classes from "./pending-overlay.module.css";

/** Dims the page until a drawer is rendered. Looks like the drawer's overlay. */
export function PendingOverlay() {
  return <div className={classes.overlay} aria-hidden="true" data-no-print data-pending-overlay />;
}
