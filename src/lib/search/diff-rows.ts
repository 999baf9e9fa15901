/** How a list came from another one, by place; both hold objects, which are the same or not. */
export interface RowChange {
  /** Before it the lists are the same. */
  readonly from: number;
  /** From here on, in the earlier list, they are the same again. */
  readonly beforeEnd: number;
  /** The same place in the later list. */
  readonly afterEnd: number;
  /** The new places of what lies between; -1 for a row that is gone. */
  readonly between: Int32Array;
}

const LOOK_AHEAD = 64;

/** Compares two lists of rows. */
export function compareRows<Row>(before: readonly Row[], after: readonly Row[]): RowChange {
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
  // Most rows follow one another as before; a map of all would take far longer.
  const moved = new Map<Row | undefined, number>();
  let next = from;
  for (let place = from; between.length > 0 && place < afterEnd; place += 1) {
    const end = Math.min(next + LOOK_AHEAD, beforeEnd);
    let found = next;
    while (found < end && before[found] !== after[place]) found += 1;
    if (found < end) between[found - from] = place;
    else moved.set(after[place], place);
    if (found < end) next = found + 1;
  }
  for (let place = from; moved.size > 0 && place < beforeEnd; place += 1) {
    if (between[place - from] === -1) between[place - from] = moved.get(before[place]) ?? -1;
  }
  return { from, beforeEnd, afterEnd, between };
}

/** Rows that were found in `before`, as they are in `after`: newer objects of the same id, without those that are gone. */
export function carryOver<Row>(
  found: readonly Row[],
  before: readonly Row[],
  after: readonly Row[],
  id: (row: Row) => string | number,
): readonly Row[] {
  if (before === after) return found;
  if (found === before) return after;
  const { from, afterEnd, between } = compareRows(before, after);
  const gone = new Set<Row>();
  const isKept = new Uint8Array(afterEnd - from);
  between.forEach((place, index) => {
    const row = before[from + index];
    if (place >= 0) isKept[place - from] = 1;
    else if (row !== undefined) gone.add(row);
  });
  if (gone.size === 0) return found;
  const newest = new Map<string | number, Row>();
  for (let place = from; place < afterEnd; place += 1) {
    const row = after[place];
    if (row !== undefined && isKept[place - from] === 0) newest.set(id(row), row);
  }
  const carried: Row[] = [];
  for (const row of found) {
    const now = gone.has(row) ? newest.get(id(row)) : row;
    if (now !== undefined) carried.push(now);
  }
  return carried;
}
