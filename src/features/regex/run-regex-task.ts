import { compilePattern, invalidPatternMessage, matchLine } from "./match-lines";
import type { RegexTask, RegexWorkerMessage } from "./trial-messages";

/**
 * Tests a pattern line by line. Some patterns never finish, so only call this in a worker that can be
 * terminated.
 */
export function runRegexTask(
  { pattern: source, ignoresCase, lines }: RegexTask,
  postMessage: (message: RegexWorkerMessage) => void,
): void {
  postMessage({ kind: "started" });
  const compiled = compilePattern(source, ignoresCase);
  if (!compiled.ok) return postMessage({ kind: "invalid", message: compiled.message });
  try {
    // Post one message per line, so that the page knows which line was too slow.
    for (const line of lines) postMessage({ kind: "line", result: matchLine(compiled.pattern, line) });
  } catch (error) {
    // Some patterns compile but fail when executed.
    return postMessage({ kind: "invalid", message: invalidPatternMessage(error) });
  }
  postMessage({ kind: "done" });
}
