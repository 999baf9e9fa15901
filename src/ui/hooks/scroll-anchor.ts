type Id = string | number;

/** Where the row with this id is, -1 for nowhere; `hint` is where it was. */
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

/** The first row from `place` on that is still there: its place before and now. */
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
