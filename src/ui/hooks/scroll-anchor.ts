type Id = string | number;

/** Where the row with this id is, -1 for nowhere; `hint` is where it was. */
export function placeOf<Row>(rows: readonly Row[], rowId: (row: Row) => Id, id: Id, hint = 0): number {
  const guess = rows[hint];
  if (guess !== undefined && rowId(guess) === id) return hint;
  return rows.findIndex((row) => rowId(row) === id);
}

const MOST_CANDIDATES = 24;

/** The first row from `place` on that is still there: its place before and now. */
export function firstKept<Row>(
  before: readonly Row[],
  now: readonly Row[],
  rowId: (row: Row) => Id,
  place: number,
): { readonly before: number; readonly now: number } | null {
  const candidates = new Map<Id, number>();
  before.slice(place, place + MOST_CANDIDATES).forEach((row, step) => {
    candidates.set(rowId(row), place + step);
  });
  let best: { readonly before: number; readonly now: number } | null = null;
  for (const [index, row] of now.entries()) {
    const was = candidates.get(rowId(row));
    if (was === undefined || (best && best.before <= was)) continue;
    best = { before: was, now: index };
    if (was === place) break;
  }
  return best;
}
