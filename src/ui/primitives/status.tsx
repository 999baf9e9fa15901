import type { ReactNode } from "react";
import classes from "./status.module.css";

/** Color of a status. A label always accompanies it. */
export type StatusTone = "positive" | "neutral" | "warning" | "danger";

interface StatusProps {
  readonly tone: StatusTone;
  readonly label: string;
  readonly detail?: ReactNode;
}

export function Status({ tone, label, detail }: StatusProps) {
  return (
    <span className={classes.status} data-tone={tone}>
      {detail === undefined ? (
        label
      ) : (
        <>
          <span>{label}</span> <span className={classes.detail}>{detail}</span>
        </>
      )}
    </span>
  );
}
