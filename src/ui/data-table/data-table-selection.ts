import { useDeferredValue, useEffect, useMemo, useRef } from "react";
import { formatCount, plural } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import { placeOf } from "@/ui/hooks/scroll-anchor";
import type { RowId, RowsWord } from "./data-table-types";

/** What the head's check box says of the rows. */
export type SelectedPart = "none" | "some" | "all";

/** From so many rows on, the head and the bar of a selection are painted before the rows. */
const MANY = 10;

/** The selection that rows are drawn with: one of many follows in slices, a single row at once. */
export function useShownSelection(selection: ReadonlySet<RowId> | undefined): ReadonlySet<RowId> | undefined {
  const following = useDeferredValue(selection);
  const isMuch = Math.abs((selection?.size ?? 0) - (following?.size ?? 0)) >= MANY;
  return isMuch ? following : selection;
}

/** How many of these rows are selected; rows that a filter hides do not count. */
export function useSelectedPart<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  selection: ReadonlySet<RowId> | undefined,
): SelectedPart {
  return useMemo(() => {
    if (!selection || selection.size === 0 || rows.length === 0) return "none";
    if (selection.size >= rows.length && rows.every((row) => selection.has(rowId(row)))) return "all";
    return rows.some((row) => selection.has(rowId(row))) ? "some" : "none";
  }, [rows, rowId, selection]);
}

/** The selection with all these rows. */
export function selectAll<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  selection: ReadonlySet<RowId>,
): ReadonlySet<RowId> {
  const next = new Set(selection);
  for (const row of rows) next.add(rowId(row));
  return next;
}

/** The selection without these rows; rows that a filter hides stay selected. */
export function selectNone<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  selection: ReadonlySet<RowId>,
): ReadonlySet<RowId> {
  const next = new Set(selection);
  for (const row of rows) next.delete(rowId(row));
  return next;
}

/** The selection after a row was toggled, with all from `from` to it where a range is wanted. */
export function toggleRows<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  selection: ReadonlySet<RowId>,
  { id, from }: { readonly id: RowId; readonly from: RowId | undefined },
): ReadonlySet<RowId> {
  const next = new Set(selection);
  const shouldAdd = !selection.has(id);
  const start = from === undefined ? -1 : placeOf(rows, rowId, from);
  const end = start < 0 ? -1 : placeOf(rows, rowId, id);
  const touched =
    start < 0 || end < 0 ? [id] : rows.slice(Math.min(start, end), Math.max(start, end) + 1).map(rowId);
  for (const each of touched) shouldAdd ? next.add(each) : next.delete(each);
  return next;
}

/** Names the check box in the head: "Select all 12,000 deliveries". */
export function selectAllLabel(count: number, { one, other }: RowsWord): string {
  return count === 1 ? `Select the ${one}` : `Select all ${formatCount(count)} ${other}`;
}

/** Says how many rows are selected when that changes. */
export function useAnnounceSelection(selection: ReadonlySet<RowId> | undefined, word: RowsWord): void {
  const announce = useAnnounce();
  const count = selection?.size;
  const said = useRef(count);
  useEffect(() => {
    if (said.current === count) return;
    said.current = count;
    if (count === undefined) return;
    announce(count === 0 ? "Nothing is selected" : `${plural(count, word.one, word.other)} selected`);
  }, [announce, count, word]);
}
