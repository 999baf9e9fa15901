import { compilePattern, findInLine, whyInvalid } from "./match-lines";
import type { TrialNews, TrialTask } from "./trial-messages";

/** Tries a pattern and tells of each line. It takes as long as the pattern does: a worker's work. */
export function runTrial(
  { pattern: source, ignoresCase, lines }: TrialTask,
  tell: (news: TrialNews) => void,
): void {
  tell({ kind: "started" });
  const compiled = compilePattern(source, ignoresCase);
  if (!compiled.ok) return tell({ kind: "invalid", message: compiled.message });
  try {
    // Line by line, so that the page knows on which one it came to a halt.
    for (const line of lines) tell({ kind: "line", result: findInLine(compiled.pattern, line) });
  } catch (error) {
    // Some patterns turn out to be too large only when they are used.
    return tell({ kind: "invalid", message: whyInvalid(error) });
  }
  tell({ kind: "done" });
}
