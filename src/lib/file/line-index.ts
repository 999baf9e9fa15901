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

/**
 * Number of lines between checkpoints. A search for an earlier offset starts at a checkpoint
 * instead of at the start of the text.
 */
const CHECKPOINT_EVERY_LINES = 2_000;
const MAX_SHOWN_LENGTH = 160;

/** Returns a function that converts offsets to positions. Ascending offsets require only one scan of the text. */
export function createLineFinder(text: string): (offset: number) => LinePosition {
  const starts = [0];
  /** The last line that the search reached, counted from 0. `start` is the line's offset. */
  let line = 0;
  let start = 0;
  return (offset) => {
    if (offset < start) {
      const checkpoint = Math.min(Math.floor(line / CHECKPOINT_EVERY_LINES), lastIndexUpTo(starts, offset));
      line = checkpoint * CHECKPOINT_EVERY_LINES;
      start = starts[checkpoint] ?? 0;
    }
    for (;;) {
      const end = text.indexOf("\n", start);
      if (end < 0 || end >= offset) return { line: line + 1, column: offset - start + 1 };
      line += 1;
      start = end + 1;
      if (line % CHECKPOINT_EVERY_LINES === 0) starts[line / CHECKPOINT_EVERY_LINES] = start;
    }
  };
}

function lastIndexUpTo(numbers: readonly number[], limit: number): number {
  let index = numbers.length - 1;
  while (index > 0 && (numbers[index] ?? 0) > limit) index -= 1;
  return index;
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
