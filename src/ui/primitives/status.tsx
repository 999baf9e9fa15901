import { Badge, Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./progress-line.module.css";

/** Color of a status. A label always accompanies it. */
export type StatusTone = "positive" | "neutral" | "warning" | "danger";

export function Status(props: {
  readonly tone: StatusTone;
  readonly label: string;
  readonly detail?: ReactNode;
}) {
  const { tone, label, detail } = props;
  return (
    <Badge component="span" data-tone={tone} color={`var(--ui-${tone}-dot)`}>
      {detail === undefined ? (
        label
      ) : (
        <>
          <span>{label}</span>{" "}
          <Text span inherit c="dimmed">
            {detail}
          </Text>
        </>
      )}
    </Badge>
  );
}

/** CSS delays the indicator, because a timer would wait until slow rendering has finished. */
export function ProgressLine(props: { readonly isActive: boolean; readonly label: string }) {
  const { isActive, label } = props;
  return (
    isActive && (
      <div className={classes.track} role="progressbar" aria-label={label} data-no-print>
        <div className={classes.bar} />
      </div>
    )
  );
}
