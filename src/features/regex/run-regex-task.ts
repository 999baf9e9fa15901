import { compilePattern, invalidPatternMessage, matchLine } from "./match-lines";
import type { RegexTask, RegexWorkerMessage } from "./trial-messages";

/** Tests a pattern line by line. Call this only in a worker, because some patterns never finish. */
export function runRegexTask(
  { pattern: source, ignoresCase, lines }: RegexTask,
  postMessage: (message: RegexWorkerMessage) => void,
): void {
  postMessage({ kind: "started" });
  const compiled = compilePattern(source, ignoresCase);
  if (!compiled.ok) return postMessage({ kind: "invalid", message: compiled.message });
  try {
    // A message after each line lets the page find out which line was too slow.
    for (const line of lines) postMessage({ kind: "line", result: matchLine(compiled.pattern, line) });
  } catch (error) {
    // Some patterns compile, but fail during execution.
    return postMessage({ kind: "invalid", message: invalidPatternMessage(error) });
  }
  postMessage({ kind: "done" });
}
