import { useEffect, useEffectEvent, useState } from "react";
import { formatCount } from "@/lib/numbers";
import { waitWords } from "@/lib/wait-words";
import classes from "./run-progress.module.css";

interface RunProgressProps {
  /** What is under way, for example "Deleting". */
  readonly title: string;
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Beside the numbers, for example "12 failed". */
  readonly detail?: string | undefined;
  /** While it waits: when it goes on, in ms since 1970. */
  readonly waitingUntil?: number | null;
  /** What a screen reader hears of it now and then, a sentence. */
  readonly spoken: string;
}

/** A screen reader hears of the progress at most so often, in ms. */
const SPEAK_EVERY = 5_000;
const SECOND = 1_000;

/** How far many steps are: a bar, the numbers, and what it waits for. */
export function RunProgress(props: RunProgressProps) {
  const { title, done, failed, total, detail, waitingUntil = null } = props;
  const said = useSpoken(props.spoken);
  const gone = done + failed;
  const share = (part: number) => `${total === 0 ? 0 : (100 * part) / total}%`;
  return (
    <div className={classes.box}>
      <div className={classes.line}>
        <span>
          <span className={classes.title}>{title}</span>{" "}
          <span>{`${formatCount(gone)} of ${formatCount(total)}`}</span>
        </span>
        {waitingUntil !== null ? (
          <span className={classes.detail} data-tone="warning" role="timer" aria-live="off">
            The server asks to slow down. It goes on in <Left key={waitingUntil} until={waitingUntil} />.
          </span>
        ) : (
          detail !== undefined && <span className={classes.detail}>{detail}</span>
        )}
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={gone}
        aria-valuetext={`${formatCount(gone)} of ${formatCount(total)}`}
      >
        <div className={classes.done} style={{ width: share(done) }} />
        <div className={classes.failed} style={{ width: share(failed) }} />
      </div>
      <p className="ui-hidden" role="status">
        {said}
      </p>
    </div>
  );
}

/** "34 seconds", counted down to a moment in ms since 1970. */
function Left({ until }: { readonly until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  return waitWords(Math.max(0, until - now));
}

/** The words as they were at the last of the moments at which they are said. */
function useSpoken(words: string): string {
  const [said, setSaid] = useState(words);
  const say = useEffectEvent(() => setSaid(words));
  useEffect(() => {
    const timer = setInterval(() => say(), SPEAK_EVERY);
    return () => clearInterval(timer);
  }, []);
  return said;
}
