type Id = string | number;

/** Returns the index of a row by ID, or -1. Tries `expectedIndex` first. */
export function findRowIndex<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => Id,
  id: Id,
  expectedIndex = 0,
): number {
  const guess = rows[expectedIndex];
  if (guess !== undefined && rowId(guess) === id) return expectedIndex;
  return rows.findIndex((row) => rowId(row) === id);
}

const MAX_CANDIDATES = 24;

/** Finds the first row at or after `startIndex` that still exists. Returns its previous and current index. */
export function findScrollAnchor<Row>(
  before: readonly Row[],
  now: readonly Row[],
  rowId: (row: Row) => Id,
  startIndex: number,
): { readonly before: number; readonly now: number } | null {
  const candidates = new Map<Id, number>();
  before.slice(startIndex, startIndex + MAX_CANDIDATES).forEach((row, offset) => {
    candidates.set(rowId(row), startIndex + offset);
  });
  let best: { readonly before: number; readonly now: number } | null = null;
  for (const [index, row] of now.entries()) {
    const previousIndex = candidates.get(rowId(row));
    if (previousIndex === undefined || (best && best.before <= previousIndex)) continue;
    best = { before: previousIndex, now: index };
    if (previousIndex === startIndex) break;
  }
  return best;
}
