import { Button } from "@mantine/core";
import { useState } from "react";
import { useConnectionStatus } from "@/data/client/use-connection-status";
import type { Client } from "@/http/client";
import { pluralize } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import classes from "./notices.module.css";

const UNITS = [
  { durationMs: 86_400_000, singular: "day", plural: "days" },
  { durationMs: 3_600_000, singular: "hour", plural: "hours" },
  { durationMs: 60_000, singular: "minute", plural: "minutes" },
] as const;

/**
 * Formats a difference in its largest unit.
 * @param ms at least half a minute
 */
function formatClockDifference(ms: number): string {
  const unit = UNITS.find((each) => Math.round(ms / each.durationMs) >= 1) ?? UNITS[2];
  return pluralize(Math.round(ms / unit.durationMs), unit.singular, unit.plural);
}

/** Warns, once per connection, that this device's clock differs from the server's. */
export function ClockSkewNotice({ client }: { readonly client: Client }) {
  const { clockSkewMs } = useConnectionStatus(client);
  const [isDismissed, setIsDismissed] = useState(false);
  return (
    <div role="status">
      {clockSkewMs !== null && !isDismissed && (
        <ClockSkewMessage skewMs={clockSkewMs} onDismiss={() => setIsDismissed(true)} />
      )}
    </div>
  );
}

interface ClockSkewMessageProps {
  /** Local time minus server time. */
  readonly skewMs: number;
  readonly onDismiss: () => void;
}

function ClockSkewMessage({ skewMs, onDismiss }: ClockSkewMessageProps) {
  const title = `This device's clock is ${formatClockDifference(Math.abs(skewMs))} ${skewMs > 0 ? "ahead of" : "behind"} the server's`;
  return (
    <div className={classes.notice}>
      <Notice tone="warning" title={title}>
        <p>
          Relative times and states such as “overdue” may be wrong. Correct this device's clock, then reload.
        </p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onDismiss}>
            Dismiss
          </Button>
        </div>
      </Notice>
    </div>
  );
}
