import { pluralize } from "@/lib/text/numbers";
import type { ParsedResponse } from "./parse-generated-regex";
import { MAX_LINES } from "./parse-sample-lines";
import type { RegexOutcome } from "./regex-runner";

export const GENERATION_LABELS: Readonly<Record<ParsedResponse["kind"], string>> = {
  pattern: "Pattern generated",
  none: "No pattern found",
  nothing: "The response has no pattern",
};

/**
 * Explains a response without a pattern.
 * @param isEmpty whether the response had no body
 */
export function missingPatternReason(
  parsed: Exclude<ParsedResponse, { kind: "pattern" }>,
  isEmpty: boolean,
): string {
  if (parsed.kind === "none")
    return parsed.message === null
      ? "The server gave no reason. Try a different description."
      : `Server response: “${parsed.message}”`;
  return isEmpty
    ? "The response is empty. Try again."
    : "The response has an unknown format. The server may be newer than Environs.";
}

interface FinishedTest {
  readonly lineCount: number;
  readonly outcome: RegexOutcome;
}

/**
 * Summarizes a test in the status line.
 * @param test undefined during the first test
 */
export function testSummary(hasPattern: boolean, test: FinishedTest | undefined): string {
  if (!hasPattern) return "Enter a pattern to see its matches.";
  if (test?.outcome.kind === "unavailable") return "Not tested.";
  if (test === undefined || !("results" in test.outcome)) return "";
  const { lineCount, outcome } = test;
  if (lineCount === 0) return "The pattern is valid. Enter sample lines to test it.";
  const matches = outcome.results.filter(({ hasMatch }) => hasMatch).length;
  const tested = outcome.results.length;
  if (outcome.kind !== "stopped") return `${matches} of ${pluralize(tested, "line matches", "lines match")}`;
  const stopped = `Stopped on line ${tested + 1}.`;
  if (tested === 0) return stopped;
  return `${stopped} ${matches} of ${pluralize(tested, "earlier line matches", "earlier lines match")}.`;
}

/** @param line line number, counted from 1 */
export function slowPatternMessage(line: number): string {
  return `The pattern took too long on line ${line}. Avoid nested repetitions such as (a+)+, which may also fail on the server.`;
}

export function skippedLinesMessage(count: number): string {
  return `Only the first ${MAX_LINES} lines are tested. ${pluralize(count, "line is", "lines are")} skipped.`;
}
