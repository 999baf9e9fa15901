/** A line and column, both counted from 1. */
export interface LinePosition {
  readonly line: number;
  readonly column: number;
}

export interface SourceLine {
  readonly number: number;
  /**
   * Text of the line. A long marked line is truncated around the offset passed to
   * `linesAround`. Other long lines are truncated at the end.
   */
  readonly text: string;
  readonly isMarked: boolean;
}

const MAX_SHOWN_LENGTH = 160;

/** Returns a function that converts offsets to positions. Scans the text only up to the highest offset so far. */
export function createLineFinder(text: string): (offset: number) => LinePosition {
  const starts = [0];
  return (offset) => {
    let last = starts.at(-1) ?? 0;
    while (last <= offset) {
      const end = text.indexOf("\n", last);
      if (end < 0) break;
      last = end + 1;
      starts.push(last);
    }
    let line = 0;
    let after = starts.length;
    while (after - line > 1) {
      const middle = Math.floor((line + after) / 2);
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else after = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

/**
 * Returns a line and up to `around` lines before and after it.
 * @param offset any position in the line. A truncated line is shown around it.
 * @param line number of the same line, counted from 1
 */
export function linesAround(
  text: string,
  offset: number,
  line: number,
  around: number,
): readonly SourceLine[] {
  let first = line;
  let start = lineStart(text, offset);
  const column = offset - start;
  while (first > 1 && line - first < around) {
    start = lineStart(text, start - 1);
    first -= 1;
  }
  const lines: SourceLine[] = [];
  for (let number = first; number <= line + around; number += 1) {
    const end = text.indexOf("\n", start);
    const whole = text.slice(start, end < 0 ? undefined : end).replace(/\r$/, "");
    lines.push({
      number,
      text: truncateAround(whole, number === line ? column : 0),
      isMarked: number === line,
    });
    if (end < 0) break;
    start = end + 1;
  }
  return lines;
}

function lineStart(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

function truncateAround(line: string, column: number): string {
  if (line.length <= MAX_SHOWN_LENGTH) return line;
  const from = Math.max(0, Math.min(column - MAX_SHOWN_LENGTH / 2, line.length - MAX_SHOWN_LENGTH));
  const cut = line.slice(from, from + MAX_SHOWN_LENGTH);
  return `${from > 0 ? "…" : ""}${cut}${from + MAX_SHOWN_LENGTH < line.length ? "…" : ""}`;
}
