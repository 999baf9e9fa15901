/** Where the lines of a long list stand, in pixels from its top. Each line counts with the gap that follows it. */
export interface LineTops {
  readonly count: number;
  /** The top of a line; that of `count` is the end of the list. */
  top(line: number): number;
  /** The line at a height; the first or the last one beyond the ends. */
  at(y: number): number;
}

/**
 * Tops of lines that are `pitch` high unless `known` says otherwise.
 * Only the known ones are kept: a list has many more lines than anybody has seen.
 */
export function lineTops(count: number, pitch: number, known: ReadonlyMap<number, number>): LineTops {
  const lines = [...known.keys()].filter((line) => line < count).sort((a, b) => a - b);
  // What the lines up to each known one are higher than `pitch` in all.
  const excess: number[] = [];
  let sum = 0;
  for (const line of lines) {
    sum += (known.get(line) ?? pitch) - pitch;
    excess.push(sum);
  }

  function top(line: number): number {
    const before = countBelow(lines.length, (place) => (lines[place] ?? 0) < line);
    return line * pitch + (excess[before - 1] ?? 0);
  }

  return {
    count,
    top,
    at: (y) => Math.max(0, countBelow(count, (line) => top(line) <= y) - 1),
  };
}

/** How many of the first numbers hold, where those that hold come first. */
function countBelow(count: number, holds: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A run of rows that are drawn, `to` not included, and the free space before it in pixels. */
export interface DrawnRun {
  readonly space: number;
  readonly from: number;
  readonly to: number;
}

interface DrawnLines {
  readonly tops: LineTops;
  readonly rows: number;
  /** Rows that stand side by side. */
  readonly lanes: number;
  readonly gap: number;
  /** Lines to draw, `last` not included. */
  readonly first: number;
  readonly last: number;
  /** A row that is drawn wherever it is; -1 for none. */
  readonly pinned: number;
}

/** The runs to draw, and the space after the last one. */
export function drawnRuns({ tops, rows, lanes, gap, first, last, pinned }: DrawnLines): {
  readonly runs: readonly DrawnRun[];
  readonly end: number;
} {
  const pinnedLine = pinned < 0 ? -1 : Math.floor(pinned / lanes);
  const spans: (readonly [number, number])[] = [];
  if (pinnedLine >= 0 && pinnedLine < first) spans.push([pinnedLine, pinnedLine + 1]);
  if (last > first) spans.push([first, last]);
  if (pinnedLine >= last && pinnedLine < tops.count) spans.push([pinnedLine, pinnedLine + 1]);

  // A spacer is a line of its own, with a gap after it that belongs to the lines it stands for.
  const space = (from: number, to: number) => (to > from ? tops.top(to) - tops.top(from) - gap : 0);
  let done = 0;
  const runs: DrawnRun[] = [];
  for (const [from, to] of spans) {
    runs.push({ space: space(done, from), from: from * lanes, to: Math.min(to * lanes, rows) });
    done = to;
  }
  return { runs, end: space(done, tops.count) };
}
