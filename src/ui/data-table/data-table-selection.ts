import { useDeferredValue, useEffect, useMemo, useRef } from "react";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import { findRowIndex } from "@/ui/hooks/scroll-anchor";
import type { RowId, RowNoun } from "./data-table-types";

export type SelectionState = "none" | "some" | "all";

/**
 * If the selection changes by at least this many rows, the header and the selection bar are painted
 * before the rows.
 */
const DEFER_THRESHOLD = 10;

/** Returns the selection for rendering rows. Large changes are deferred. Small changes appear immediately. */
export function useDeferredSelection(
  selection: ReadonlySet<RowId> | undefined,
): ReadonlySet<RowId> | undefined {
  const deferred = useDeferredValue(selection);
  const isLargeChange = Math.abs((selection?.size ?? 0) - (deferred?.size ?? 0)) >= DEFER_THRESHOLD;
  return isLargeChange ? deferred : selection;
}

/** Returns the state of the select-all checkbox. Ignores rows that the filter hides. */
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

export function selectAll<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  selection: ReadonlySet<RowId>,
): ReadonlySet<RowId> {
  const next = new Set(selection);
  for (const row of rows) next.add(rowId(row));
  return next;
}

/** Returns the selection without `rows`. Rows that the filter hides stay selected. */
export function deselectAll<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  selection: ReadonlySet<RowId>,
): ReadonlySet<RowId> {
  const next = new Set(selection);
  for (const row of rows) next.delete(rowId(row));
  return next;
}

/** Toggles the row `id`. With `rangeStartId`, all rows of the range get the row's new state. */
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

export function formatSelectAllLabel(count: number, { singular, plural: pluralNoun }: RowNoun): string {
  return count === 1 ? `Select the ${singular}` : `Select all ${formatCount(count)} ${pluralNoun}`;
}

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
