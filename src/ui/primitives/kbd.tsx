import { Kbd } from "@mantine/core";
import classes from "./kbd.module.css";

/** Shortcut hint. Not part of the accessible name. Hidden on touch devices and while single-key shortcuts are off. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return <Kbd className={classes.keyHint ?? ""} data-keys={keys} aria-hidden />;
}
