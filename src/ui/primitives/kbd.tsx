import type { ReactNode } from "react";
import classes from "./kbd.module.css";

export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className={classes.kbd}>{children}</kbd>;
}

/**
 * Shortcut hint that isn't part of the accessible name. Hidden when single-key shortcuts are off, and on
 * touch devices.
 */
export function KeyHint({ keys }: { readonly keys: string }) {
  return <span className={classes.keyHint} data-keys={keys} aria-hidden />;
}
