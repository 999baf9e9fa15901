import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./two-columns.module.css";

interface TwoColumnsProps {
  readonly children: ReactNode;
  /** Details beside the content, or below it on narrow screens. */
  readonly aside: ReactNode;
}

export function TwoColumns({ children, aside }: TwoColumnsProps) {
  return (
    <div className={classes.container}>
      <div className={classes.columns}>
        <Stack miw={0}>{children}</Stack>
        <Stack miw={0}>{aside}</Stack>
      </div>
    </div>
  );
}
