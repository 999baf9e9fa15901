import { Button } from "@mantine/core";
import { plural } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import { Status } from "@/ui/primitives/status";
import { type LineResult, partsOf } from "./match-lines";
import { MOST_LINES } from "./parse-sample-lines";
import classes from "./regex.module.css";
import { TIME_LIMIT, type TrialOutcome } from "./regex-runner";
import { type TrialTask } from "./trial-messages";

interface TrialResultProps {
  /** The last trial that ended; undefined before the first. */
  readonly trial: { readonly task: TrialTask; readonly outcome: TrialOutcome } | undefined;
  readonly isBusy: boolean;
  readonly hasPattern: boolean;
  /** Lines beyond the most that are tried. */
  readonly leftOut: number;
  readonly onRetry: () => void;
}

/** What a pattern found in each line, or why it was stopped. */
export function TrialResult({ trial, isBusy, hasPattern, leftOut, onRetry }: TrialResultProps) {
  return (
    <div className={classes.outcome} aria-busy={(hasPattern && isBusy) || undefined}>
      <p className={classes.count} aria-live="polite">
        {summaryOf(trial, hasPattern)}
      </p>
      {trial?.outcome.kind === "stopped" && (
        <Notice tone="warning" title={`Stopped after ${TIME_LIMIT / 1_000} second`}>
          {`The pattern had not come to an end on line ${trial.outcome.results.length + 1}. It may have none in sight: repetitions inside of repetitions, such as (a+)+, try every way to divide a text, and each further letter doubles the time. A server may suffer the same, or refuse the pattern. Many or long lines take their time as well.`}
        </Notice>
      )}
      {trial?.outcome.kind === "unavailable" && (
        <Notice
          tone="warning"
          title="Nothing can be tried now"
          action={
            <Button variant="default" size="compact-sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          A pattern is tried in a worker, where it can be stopped when it takes too long. None could begin:
          its code did not arrive, or this browser allows none.
        </Notice>
      )}
      {leftOut > 0 && (
        <Notice tone="info">{`The first ${MOST_LINES} lines are tried; ${plural(leftOut, "line is", "lines are")} left out.`}</Notice>
      )}
      {trial !== undefined && "results" in trial.outcome && (
        <Lines lines={trial.task.lines} results={trial.outcome.results} isOld={isBusy} />
      )}
    </div>
  );
}

function summaryOf(trial: TrialResultProps["trial"], hasPattern: boolean): string {
  if (!hasPattern) return "What a pattern finds is marked here.";
  if (trial?.outcome.kind === "unavailable") return "Nothing was tried.";
  if (trial === undefined || !("results" in trial.outcome)) return "";
  const { task, outcome } = trial;
  if (task.lines.length === 0) return "The pattern is valid. Enter lines to try it on.";
  const matches = outcome.results.filter(({ isMatch }) => isMatch).length;
  const words = `${matches} of ${plural(outcome.results.length, "line matches", "lines match")}`;
  return outcome.kind === "stopped"
    ? `Stopped on line ${outcome.results.length + 1}; ${words} before it`
    : words;
}

interface LinesProps {
  readonly lines: readonly string[];
  /** Of the first lines, as many as were tried to the end. */
  readonly results: readonly LineResult[];
  readonly isOld: boolean;
}

function Lines({ lines, results, isOld }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <ol className={classes.lines} aria-label="Tried lines" data-old={isOld || undefined}>
      {lines.map((line, place) => (
        // The same line may stand there twice; its place tells them apart.
        <li key={`${place} ${line}`} className={classes.line}>
          <LineState result={results[place]} isStopped={place === results.length} />
          <Line line={line} result={results[place]} />
        </li>
      ))}
    </ol>
  );
}

function LineState({
  result,
  isStopped,
}: {
  readonly result: LineResult | undefined;
  readonly isStopped: boolean;
}) {
  if (result === undefined)
    return isStopped ? (
      <Status tone="warning" label="Stopped" />
    ) : (
      <Status tone="neutral" label="Not tried" />
    );
  return result.isMatch ? <Status tone="positive" label="Match" /> : <Status tone="neutral" label="None" />;
}

function Line({ line, result }: { readonly line: string; readonly result: LineResult | undefined }) {
  if (result === undefined) return <span className={classes.text}>{line}</span>;
  return (
    <span className={classes.text}>
      {partsOf(line, result).map(({ text, from, isFound }) =>
        isFound ? (
          <mark key={from} className={classes.mark}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </span>
  );
}
