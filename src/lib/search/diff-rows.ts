/** Difference between two lists of rows, by index. Rows are compared by identity. */
export interface RowsDiff {
  /** Index before which both lists are equal. */
  readonly from: number;
  /** Index in the earlier list from which on both lists are equal. */
  readonly beforeEnd: number;
  /** Index in the later list from which on both lists are equal. */
  readonly afterEnd: number;
  /** New index of each earlier row between `from` and `beforeEnd`, or -1 for a removed row. */
  readonly between: Int32Array;
}

const LOOKAHEAD_ROWS = 64;

export function diffRows<Row>(before: readonly Row[], after: readonly Row[]): RowsDiff {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let beforeEnd = before.length;
  let afterEnd = after.length;
  while (beforeEnd > from && afterEnd > from && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd -= 1;
    afterEnd -= 1;
  }
  const between = new Int32Array(beforeEnd - from).fill(-1);
  // Most rows keep their order. Searching a few rows ahead is much faster than a map of all rows.
  const moved = new Map<Row | undefined, number>();
  let next = from;
  for (let index = from; between.length > 0 && index < afterEnd; index += 1) {
    const end = Math.min(next + LOOKAHEAD_ROWS, beforeEnd);
    let found = next;
    while (found < end && before[found] !== after[index]) found += 1;
    if (found < end) between[found - from] = index;
    else moved.set(after[index], index);
    if (found < end) next = found + 1;
  }
  for (let index = from; moved.size > 0 && index < beforeEnd; index += 1) {
    if (between[index - from] === -1) between[index - from] = moved.get(before[index]) ?? -1;
  }
  return { from, beforeEnd, afterEnd, between };
}

/**
 * Replaces each row of `found`, a subset of `before`, with its latest object. Drops rows that are
 * missing from `after`.
 */
export function updateRows<Row>(
  found: readonly Row[],
  before: readonly Row[],
  after: readonly Row[],
  getId: (row: Row) => string | number,
): readonly Row[] {
  if (before === after) return found;
  if (found === before) return after;
  const { from, afterEnd, between } = diffRows(before, after);
  const gone = new Set<Row>();
  const isUnchanged = new Uint8Array(afterEnd - from);
  between.forEach((newIndex, index) => {
    const row = before[from + index];
    if (newIndex >= 0) isUnchanged[newIndex - from] = 1;
    else if (row !== undefined) gone.add(row);
  });
  if (gone.size === 0) return found;
  const newest = new Map<string | number, Row>();
  for (let newIndex = from; newIndex < afterEnd; newIndex += 1) {
    const row = after[newIndex];
    if (row !== undefined && isUnchanged[newIndex - from] === 0) newest.set(getId(row), row);
  }
  const updated: Row[] = [];
  for (const row of found) {
    const current = gone.has(row) ? newest.get(getId(row)) : row;
    if (current !== undefined) updated.push(current);
  }
  return updated;
}
