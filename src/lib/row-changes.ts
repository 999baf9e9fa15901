/** Where two lists differ: before `from` they are the same, and after `beforeEnd` or `afterEnd` again. */
interface RowChange {
  readonly from: number;
  readonly beforeEnd: number;
  readonly afterEnd: number;
}

/** What lies between the common beginning and the common end of two lists of objects. */
function findChange<Row>(before: readonly Row[], after: readonly Row[]): RowChange {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let beforeEnd = before.length;
  let afterEnd = after.length;
  while (beforeEnd > from && afterEnd > from && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd -= 1;
    afterEnd -= 1;
  }
  return { from, beforeEnd, afterEnd };
}

/** Whether the later list only has more rows at its end. */
export function isAppended<Row>(before: readonly Row[], after: readonly Row[]): boolean {
  if (after.length < before.length) return false;
  return findChange(before, after).from === before.length;
}

/** The new place of every old row that is the same object; -1 for one that is gone. */
export function placeRows<Row>(before: readonly Row[], after: readonly Row[]): Int32Array {
  const { from, beforeEnd, afterEnd } = findChange(before, after);
  const placeOf = new Int32Array(before.length).fill(-1);
  for (let place = 0; place < from; place += 1) placeOf[place] = place;
  const shift = afterEnd - beforeEnd;
  for (let place = beforeEnd; place < before.length; place += 1) placeOf[place] = place + shift;
  const moved = new Map<Row | undefined, number>();
  for (let place = from; place < afterEnd; place += 1) {
    if (place < beforeEnd && before[place] === after[place]) placeOf[place] = place;
    else moved.set(after[place], place);
  }
  for (let place = from; moved.size > 0 && place < beforeEnd; place += 1) {
    if (placeOf[place] === -1) placeOf[place] = moved.get(before[place]) ?? -1;
  }
  return placeOf;
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
  const { from, beforeEnd, afterEnd } = findChange(before, after);
  if (from === beforeEnd) return found;
  const kept = new Set(after.slice(from, afterEnd));
  const old = new Set(before.slice(from, beforeEnd).filter((row) => !kept.has(row)));
  if (old.size === 0) return found;
  const newest = new Map(after.slice(from, afterEnd).map((row) => [id(row), row]));
  return found.flatMap((row) => (old.has(row) ? (newest.get(id(row)) ?? []) : row));
}
