import { Box, Button, Stack, Text } from "@mantine/core";
import { Notice } from "@/ui/feedback/states";
import { Status } from "@/ui/primitives/status";
import shared from "@/ui/theme/shared.module.css";
import { type LineMatch, splitLine } from "./match-lines";
import classes from "./regex.module.css";
import { skippedLinesMessage, slowPatternMessage, testSummary } from "./regex-messages";
import { type RegexOutcome, TIME_LIMIT_MS } from "./regex-runner";
import { type RegexTask } from "./trial-messages";

interface TestResultProps {
  /** The last finished test. Undefined during the first test. */
  readonly test: { readonly task: RegexTask; readonly outcome: RegexOutcome } | undefined;
  readonly isRunning: boolean;
  readonly hasPattern: boolean;
  /** Number of lines beyond the limit. */
  readonly skippedCount: number;
  readonly onRetry: () => void;
}

export function TestResult({ test, isRunning, hasPattern, skippedCount, onRetry }: TestResultProps) {
  return (
    <Stack gap={10} mt="md" className={classes.outcome} aria-busy={(hasPattern && isRunning) || undefined}>
      <Text mih={20} c="dimmed" fz="sm" aria-live="polite">
        {testSummary(hasPattern, test && { lineCount: test.task.lines.length, outcome: test.outcome })}
      </Text>
      {test?.outcome.kind === "stopped" && (
        <Notice tone="warning" title={`Stopped after ${TIME_LIMIT_MS / 1_000} second`}>
          {slowPatternMessage(test.outcome.results.length + 1)}
        </Notice>
      )}
      {test?.outcome.kind === "unavailable" && (
        <Notice
          tone="warning"
          title="Couldn't test the pattern"
          action={
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          The background worker didn't start. Check your connection, or use another browser.
        </Notice>
      )}
      {skippedCount > 0 && <Notice tone="info">{skippedLinesMessage(skippedCount)}</Notice>}
      {test !== undefined && "results" in test.outcome && (
        <ResultLines lines={test.task.lines} results={test.outcome.results} isStale={isRunning} />
      )}
    </Stack>
  );
}

interface ResultLinesProps {
  readonly lines: readonly string[];
  /** Results of the finished lines. */
  readonly results: readonly LineMatch[];
  readonly isStale: boolean;
}

function ResultLines({ lines, results, isStale }: ResultLinesProps) {
  if (lines.length === 0) return null;
  return (
    <ol
      className={`${shared.list} ${shared.card} ${shared.divided} ${shared.updating}`}
      aria-label="Tested lines"
      data-old={isStale || undefined}
    >
      {lines.map((line, index) => (
        // The key includes the index, because lines may repeat.
        <li key={`${index} ${line}`} className={classes.line}>
          <LineState result={results[index]} isTimedOut={index === results.length} />
          <ResultLine line={line} result={results[index]} />
        </li>
      ))}
    </ol>
  );
}

function LineState({
  result,
  isTimedOut,
}: {
  readonly result: LineMatch | undefined;
  readonly isTimedOut: boolean;
}) {
  if (result === undefined)
    return isTimedOut ? (
      <Status tone="warning" label="Stopped" />
    ) : (
      <Status tone="neutral" label="Not tested" />
    );
  return result.hasMatch ? (
    <Status tone="positive" label="Match" />
  ) : (
    <Status tone="neutral" label="No match" />
  );
}

function ResultLine({ line, result }: { readonly line: string; readonly result: LineMatch | undefined }) {
  if (result === undefined)
    return (
      <Box component="span" className={shared.preWrap} ff="monospace" fz="xs" lh="20px">
        {line}
      </Box>
    );
  return (
    <Box component="span" className={shared.preWrap} ff="monospace" fz="xs" lh="20px">
      {splitLine(line, result).map(({ text, from, isMatched }) =>
        isMatched ? (
          <mark key={from} className={classes.match}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </Box>
  );
}
