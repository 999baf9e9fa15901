import { compilePattern, invalidPatternMessage, matchLine } from "./match-lines";
import type { RegexTask, RegexWorkerMessage } from "./trial-messages";

/** Tests a pattern line by line. Can run forever, so only call it in a worker. */
export function runRegexTask(
  { pattern: source, ignoresCase, lines }: RegexTask,
  postMessage: (message: RegexWorkerMessage) => void,
): void {
  postMessage({ kind: "started" });
  const compiled = compilePattern(source, ignoresCase);
  if (!compiled.ok) return postMessage({ kind: "invalid", message: compiled.message });
  try {
    // One message per line, so that the page knows where it stopped.
    for (const line of lines) postMessage({ kind: "line", result: matchLine(compiled.pattern, line) });
  } catch (error) {
    // Some patterns fail only when executed.
    return postMessage({ kind: "invalid", message: invalidPatternMessage(error) });
  }
  postMessage({ kind: "done" });
}
