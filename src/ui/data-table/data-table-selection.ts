import { useDeferredValue, useEffect, useMemo, useRef } from "react";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import { findRowIndex } from "@/ui/hooks/scroll-anchor";
import type { RowId, RowNoun } from "./data-table-types";

/** What the head's check box says of the rows. */
export type SelectionState = "none" | "some" | "all";

/** From so many rows on, the head and the bar of a selection are painted before the rows. */
const DEFER_THRESHOLD = 10;

/** The selection that rows are drawn with: one of many follows in slices, a single row at once. */
export function useDeferredSelection(
  selection: ReadonlySet<RowId> | undefined,
): ReadonlySet<RowId> | undefined {
  const deferred = useDeferredValue(selection);
  const isLargeChange = Math.abs((selection?.size ?? 0) - (deferred?.size ?? 0)) >= DEFER_THRESHOLD;
  return isLargeChange ? deferred : selection;
}

/** How many of these rows are selected; rows that a filter hides do not count. */
export function useSelectionState<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  selection: ReadonlySet<RowId> | undefined,
): SelectionState {
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
export function deselectAll<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  selection: ReadonlySet<RowId>,
): ReadonlySet<RowId> {
  const next = new Set(selection);
  for (const row of rows) next.delete(rowId(row));
  return next;
}

/** The selection after a row was toggled, with all from `from` to it where a range is wanted. */
export function toggleSelection<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  selection: ReadonlySet<RowId>,
  { id, rangeStartId }: { readonly id: RowId; readonly rangeStartId: RowId | undefined },
): ReadonlySet<RowId> {
  const next = new Set(selection);
  const shouldAdd = !selection.has(id);
  const start = rangeStartId === undefined ? -1 : findRowIndex(rows, rowId, rangeStartId);
  const end = start < 0 ? -1 : findRowIndex(rows, rowId, id);
  const affectedIds =
    start < 0 || end < 0 ? [id] : rows.slice(Math.min(start, end), Math.max(start, end) + 1).map(rowId);
  for (const each of affectedIds) shouldAdd ? next.add(each) : next.delete(each);
  return next;
}

/** Names the check box in the head: "Select all 12,000 deliveries". */
export function formatSelectAllLabel(count: number, { singular, plural: pluralNoun }: RowNoun): string {
  return count === 1 ? `Select the ${singular}` : `Select all ${formatCount(count)} ${pluralNoun}`;
}

/** Says how many rows are selected when that changes. */
export function useAnnounceSelection(selection: ReadonlySet<RowId> | undefined, rowNoun: RowNoun): void {
  const announce = useAnnounce();
  const count = selection?.size;
  const lastAnnounced = useRef(count);
  useEffect(() => {
    if (lastAnnounced.current === count) return;
    lastAnnounced.current = count;
    if (count === undefined) return;
    announce(
      count === 0 ? "Nothing selected" : `${pluralize(count, rowNoun.singular, rowNoun.plural)} selected`,
    );
  }, [announce, count, rowNoun]);
}
