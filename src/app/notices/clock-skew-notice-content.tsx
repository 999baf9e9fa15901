import { Button } from "@mantine/core";
import { plural } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import classes from "./shell-notice.module.css";

const UNITS = [
  { ms: 86_400_000, one: "day", other: "days" },
  { ms: 3_600_000, one: "hour", other: "hours" },
  { ms: 60_000, one: "minute", other: "minutes" },
] as const;

/** How far two clocks are apart, in the largest unit that fits. @param ms at least half a minute */
function apartWords(ms: number): string {
  const unit = UNITS.find((each) => Math.round(ms / each.ms) >= 1) ?? UNITS[2];
  return plural(Math.round(ms / unit.ms), unit.one, unit.other);
}

interface ClockWordsProps {
  /** Ms by which this device is ahead of the server; negative when behind. */
  readonly off: number;
  readonly onDismiss: () => void;
}

/** Says that this device's clock is wrong, or the server's, and what follows from that. */
export function ClockWords({ off, onDismiss }: ClockWordsProps) {
  const title = `This device's clock is ${apartWords(Math.abs(off))} ${off > 0 ? "ahead of" : "behind"} the server's`;
  return (
    <div className={classes.notice}>
      <Notice tone="warning" title={title}>
        <p>
          “In 2 hours”, “overdue”, “stuck” and “expired” are counted by this device's clock, so they can be
          wrong here. Dates as such are the server's and right. Set the clock of this device, then reload.
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
