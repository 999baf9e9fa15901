import type { ReactNode } from "react";
import classes from "./two-columns.module.css";

interface TwoColumnsProps {
  readonly children: ReactNode;
  /** Facts beside the content. Below it where there is room for one column only. */
  readonly aside: ReactNode;
}

/** The content of a record's page, and its facts beside it. */
export function TwoColumns({ children, aside }: TwoColumnsProps) {
  return (
    <div className={classes.container}>
      <div className={classes.columns}>
        <div className={classes.column}>{children}</div>
        <div className={classes.column}>{aside}</div>
      </div>
    </div>
  );
}
