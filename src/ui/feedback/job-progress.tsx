import { useEffect, useEffectEvent, useState } from "react";
import { formatCount } from "@/lib/text/numbers";
import { formatDuration } from "@/lib/time/format-duration";
import classes from "./job-progress.module.css";

interface JobProgressProps {
  readonly title: string;
  /** Number of finished steps, regardless of their outcome. */
  readonly done: number;
  readonly total: number;
  /** Shown after the numbers, for example "12 failed". */
  readonly detail?: string | undefined;
  /** Time at which the job resumes, in ms since 1970. Null while it isn't paused. */
  readonly retryAt?: number | null;
  /** Text for screen readers, announced every 5 seconds. */
  readonly announcement: string;
}

const ANNOUNCE_INTERVAL_MS = 5_000;
const SECOND_MS = 1_000;

export function JobProgress(props: JobProgressProps) {
  const { title, done, total, detail, retryAt = null } = props;
  const announcedText = useSampledText(props.announcement);
  return (
    <div className={classes.box}>
      <div className={classes.line}>
        <span>
          <span className={classes.title}>{title}</span>{" "}
          <span>{`${formatCount(done)} of ${formatCount(total)}`}</span>
        </span>
        {retryAt !== null ? (
          <span className={classes.detail} data-tone="warning" role="timer" aria-live="off">
            The server limits requests. Resuming in <Countdown key={retryAt} until={retryAt} />.
          </span>
        ) : (
          detail !== undefined && <span className={classes.detail}>{detail}</span>
        )}
      </div>
      <progress className={classes.bar} aria-label={title} value={done} max={Math.max(total, 1)} />
      <output className="ui-hidden">{announcedText}</output>
    </div>
  );
}

function Countdown({ until }: { readonly until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return formatDuration(Math.max(0, until - now));
}

/** Returns the text, updated only at the announcement interval. */
function useSampledText(text: string): string {
  const [sampledText, setSampledText] = useState(text);
  const sample = useEffectEvent(() => setSampledText(text));
  useEffect(() => {
    const timer = setInterval(() => sample(), ANNOUNCE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return sampledText;
}
