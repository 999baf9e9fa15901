import { useEffect, useEffectEvent, useState } from "react";
import { formatCount } from "@/lib/text/numbers";
import { formatDuration } from "@/lib/time/format-duration";
import classes from "./job-progress.module.css";

interface JobProgressProps {
  /** What is under way, for example "Deleting". */
  readonly title: string;
  /** Steps that are over, however they ended. */
  readonly done: number;
  readonly total: number;
  /** Beside the numbers, for example "12 failed". */
  readonly detail?: string | undefined;
  /** While it waits: when it goes on, in ms since 1970. */
  readonly retryAt?: number | null;
  /** What a screen reader hears of it now and then, a sentence. */
  readonly announcement: string;
}

/** A screen reader hears of the progress at most so often, in ms. */
const ANNOUNCE_INTERVAL_MS = 5_000;
const SECOND_MS = 1_000;

/** How far many steps are: a bar, the numbers, and what it waits for. */
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
            The server is limiting requests. Resuming in <Countdown key={retryAt} until={retryAt} />.
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

/** "34 seconds", counted down to a moment in ms since 1970. */
function Countdown({ until }: { readonly until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return formatDuration(Math.max(0, until - now));
}

/** The words as they were at the last of the moments at which they are said. */
function useSampledText(text: string): string {
  const [sampledText, setSampledText] = useState(text);
  const sample = useEffectEvent(() => setSampledText(text));
  useEffect(() => {
    const timer = setInterval(() => sample(), ANNOUNCE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return sampledText;
}
