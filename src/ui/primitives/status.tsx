import { Badge, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Color of a status. A label always accompanies it. */
export type StatusTone = "positive" | "neutral" | "warning" | "danger";

interface StatusProps {
  readonly tone: StatusTone;
  readonly label: string;
  readonly detail?: ReactNode;
}

export function Status({ tone, label, detail }: StatusProps) {
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
