import type { ReactNode } from "react";
import classes from "./status.module.css";

/** What a state means. It is never shown by colour alone. */
export type StatusTone = "positive" | "neutral" | "warning" | "danger";

interface StatusProps {
  readonly tone: StatusTone;
  readonly label: string;
  readonly detail?: ReactNode;
}

/** A state as a dot and a word. */
export function Status({ tone, label, detail }: StatusProps) {
  return (
    <span className={classes.status}>
      <span className={classes.dot} data-tone={tone} aria-hidden="true" />
      <span className={classes.label}>{label}</span>
      {detail !== undefined && <span className={classes.detail}>{detail}</span>}
    </span>
  );
}
