import { compilePattern, invalidPatternMessage, matchLine } from "./match-lines";
import type { RegexTask, RegexWorkerMessage } from "./trial-messages";

/** Tries a pattern and tells of each line. It takes as long as the pattern does: a worker's work. */
export function runRegexTask(
  { pattern: source, ignoresCase, lines }: RegexTask,
  postMessage: (message: RegexWorkerMessage) => void,
): void {
  postMessage({ kind: "started" });
  const compiled = compilePattern(source, ignoresCase);
  if (!compiled.ok) return postMessage({ kind: "invalid", message: compiled.message });
  try {
    // Line by line, so that the page knows on which one it came to a halt.
    for (const line of lines) postMessage({ kind: "line", result: matchLine(compiled.pattern, line) });
  } catch (error) {
    // Some patterns turn out to be too large only when they are used.
    return postMessage({ kind: "invalid", message: invalidPatternMessage(error) });
  }
  postMessage({ kind: "done" });
}
