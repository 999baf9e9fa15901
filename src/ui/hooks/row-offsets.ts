/** Where the lines of a long list stand, in pixels from its top. Each line counts with the gap that follows it. */
export interface RowOffsets {
  readonly count: number;
  /** The top of a line; that of `count` is the end of the list. */
  offsetOf(line: number): number;
  /** The line at a height; the first or the last one beyond the ends. */
  indexAt(y: number): number;
}

/**
 * Tops of lines that are `pitch` high unless `known` says otherwise.
 * Only the known ones are kept: a list has many more lines than anybody has seen.
 */
export function createRowOffsets(
  count: number,
  estimatedHeight: number,
  measuredHeights: ReadonlyMap<number, number>,
): RowOffsets {
  const measuredLines = [...measuredHeights.keys()].filter((line) => line < count).sort((a, b) => a - b);
  // What the lines up to each known one are higher than `pitch` in all.
  const excess: number[] = [];
  let sum = 0;
  for (const line of measuredLines) {
    sum += (measuredHeights.get(line) ?? estimatedHeight) - estimatedHeight;
    excess.push(sum);
  }

  function offsetOf(line: number): number {
    const measuredBefore = partitionPoint(
      measuredLines.length,
      (index) => (measuredLines[index] ?? 0) < line,
    );
    return line * estimatedHeight + (excess[measuredBefore - 1] ?? 0);
  }

  return {
    count,
    offsetOf,
    indexAt: (y) => Math.max(0, partitionPoint(count, (line) => offsetOf(line) <= y) - 1),
  };
}

/** How many of the first numbers hold, where those that hold come first. */
function partitionPoint(count: number, predicate: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (predicate(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A run of rows that are drawn, `to` not included, and the free space before it in pixels. */
export interface RowRange {
  readonly spaceBefore: number;
  readonly from: number;
  readonly to: number;
}

interface VisibleRangeOptions {
  readonly offsets: RowOffsets;
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
export function getVisibleRanges({ offsets, rows, lanes, gap, first, last, pinned }: VisibleRangeOptions): {
  readonly ranges: readonly RowRange[];
  readonly spaceAfter: number;
} {
  const pinnedLine = pinned < 0 ? -1 : Math.floor(pinned / lanes);
  const spans: (readonly [number, number])[] = [];
  if (pinnedLine >= 0 && pinnedLine < first) spans.push([pinnedLine, pinnedLine + 1]);
  if (last > first) spans.push([first, last]);
  if (pinnedLine >= last && pinnedLine < offsets.count) spans.push([pinnedLine, pinnedLine + 1]);

  // A spacer is a line of its own, with a gap after it that belongs to the lines it stands for.
  const spaceBetween = (from: number, to: number) =>
    to > from ? offsets.offsetOf(to) - offsets.offsetOf(from) - gap : 0;
  let previousEnd = 0;
  const ranges: RowRange[] = [];
  for (const [from, to] of spans) {
    ranges.push({
      spaceBefore: spaceBetween(previousEnd, from),
      from: from * lanes,
      to: Math.min(to * lanes, rows),
    });
    previousEnd = to;
  }
  return { ranges, spaceAfter: spaceBetween(previousEnd, offsets.count) };
}
