/** Offsets of the lines of a long list, in px. Each line includes the gap after it. */
export interface RowOffsets {
  readonly count: number;
  /** Returns the top of a line. For `count`, returns the end of the list. */
  offsetOf(line: number): number;
  /** Returns the line at an offset, clamped to the first and last lines. */
  indexAt(y: number): number;
}

/**
 * Creates offsets for lines. Lines have the estimated height until measured. Memory grows only with measured lines.
 */
export function createRowOffsets(
  count: number,
  estimatedHeight: number,
  measuredHeights: ReadonlyMap<number, number>,
): RowOffsets {
  const measuredLines = [...measuredHeights.keys()].filter((line) => line < count).sort((a, b) => a - b);
  // Cumulative differences between measured and estimated heights.
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

/** Returns how many leading indexes satisfy the predicate. Uses binary search. */
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
