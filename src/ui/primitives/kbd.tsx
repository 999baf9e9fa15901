import type { ReactNode } from "react";
import classes from "./kbd.module.css";

/** A key to press. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className={classes.kbd}>{children}</kbd>;
}

/**
 * The keys of a control, beside its name and no part of it. Not shown where shortcuts of a single key are off, nor to
 * fingers.
 */
export function KeyHint({ keys }: { readonly keys: string }) {
  return <span className={classes.keyHint} data-keys={keys} aria-hidden />;
}
