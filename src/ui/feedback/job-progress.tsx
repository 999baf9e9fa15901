import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { formatCount } from "@/lib/text/numbers";
import classes from "./job-progress.module.css";
import { Countdown } from "./retry-countdown";

interface JobProgressProps {
  readonly title: string;
  /** Number of finished steps, regardless of their outcome. */
  readonly done: number;
  readonly total: number;
  /** Shown after the numbers, for example "12 failed". */
  readonly detail?: string | undefined;
  /** Time at which the job resumes, in ms since 1970. Null while it isn't paused. */
  readonly retryAt?: number | null;
  /** Ends the wait. Absent if that isn't possible. */
  readonly onRetryNow?: (() => void) | undefined;
}

const ANNOUNCE_INTERVAL_MS = 5_000;

/** Screen readers announce the numbers every 5 seconds, and immediately when the title changes. */
export function JobProgress({ title, done, total, detail, retryAt = null, onRetryNow }: JobProgressProps) {
  const amount = `${formatCount(done)} of ${formatCount(total)}`;
  const announcedText = useSampledText(title, `${title} ${amount}. ${detail ?? ""}`.trim());
  return (
    <div className={classes.box}>
      <div className={classes.line}>
        <span>
          <span className={classes.title}>{title}</span> <span>{amount}</span>
        </span>
        {retryAt !== null ? (
          <span className={classes.detail} data-tone="warning" role="timer" aria-live="off">
            The server limits requests. Resuming in <Countdown key={retryAt} until={retryAt} />.
          </span>
        ) : (
          detail !== undefined && <span className={classes.detail}>{detail}</span>
        )}
      </div>
      {retryAt !== null && onRetryNow && (
        <Button variant="default" className={classes.action} onClick={onRetryNow}>
          Retry now
        </Button>
      )}
      <progress className={classes.bar} aria-label={title} value={done} max={Math.max(total, 1)} />
      <output className="ui-hidden">{announcedText}</output>
    </div>
  );
}

/** Returns the text, updated only at the announcement interval and when the title changes. */
function useSampledText(title: string, text: string): string {
  const [sample, setSample] = useState({ title, text });
  const takeSample = useEffectEvent(() => setSample({ title, text }));
  useEffect(() => {
    const timer = setInterval(() => takeSample(), ANNOUNCE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  if (sample.title !== title) setSample({ title, text });
  return sample.text;
}
