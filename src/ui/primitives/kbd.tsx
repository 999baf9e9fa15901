import type { ReactNode } from "react";
import classes from "./kbd.module.css";

export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className={classes.kbd} translate="no">
      {children}
    </kbd>
  );
}

/** Shortcut hint. Not part of the accessible name. Hidden on touch devices and while single-key shortcuts are off. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return <span className={classes.keyHint} data-keys={keys} aria-hidden />;
}
