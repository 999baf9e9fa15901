import { useEffect, useEffectEvent, useState } from "react";
import { formatCount } from "@/lib/text/numbers";
import { waitWords } from "@/lib/time/format-duration";
import classes from "./job-progress.module.css";

interface RunProgressProps {
  /** What is under way, for example "Deleting". */
  readonly title: string;
  /** Steps that are over, however they ended. */
  readonly done: number;
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
  const { title, done, total, detail, waitingUntil = null } = props;
  const said = useSpoken(props.spoken);
  return (
    <div className={classes.box}>
      <div className={classes.line}>
        <span>
          <span className={classes.title}>{title}</span>{" "}
          <span>{`${formatCount(done)} of ${formatCount(total)}`}</span>
        </span>
        {waitingUntil !== null ? (
          <span className={classes.detail} data-tone="warning" role="timer" aria-live="off">
            The server asks to slow down. It goes on in <Left key={waitingUntil} until={waitingUntil} />.
          </span>
        ) : (
          detail !== undefined && <span className={classes.detail}>{detail}</span>
        )}
      </div>
      <progress className={classes.bar} aria-label={title} value={done} max={Math.max(total, 1)} />
      <output className="ui-hidden">{said}</output>
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
