import { useEffect, useMemo, useRef, useState } from "react";
import { pluralize } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import { findRowIndex } from "@/ui/hooks/scroll-anchor";
import type { DataTableProps, RowId, RowNoun } from "./data-table-types";

const EMPTY_SELECTION: ReadonlySet<RowId> = new Set();

/**
 * Manages a selection and drops rows that don't exist anymore.
 * @param rows all loaded rows, visible or not
 * @param getRowId must be stable
 */
export function useSelection<Row>(rows: readonly Row[], getRowId: (row: Row) => RowId) {
  const [selectedIds, setSelection] = useState(EMPTY_SELECTION);
  const selected = useMemo(
    () => (selectedIds.size === 0 ? [] : rows.filter((row) => selectedIds.has(getRowId(row)))),
    [selectedIds, rows, getRowId],
  );
  const selection = useMemo(
    () => (selected.length === selectedIds.size ? selectedIds : new Set(selected.map(getRowId))),
    [selectedIds, selected, getRowId],
  );
  return { selection, selected, setSelection };
}

type Rows<Row> = Pick<DataTableProps<Row>, "rows" | "rowId">;

/** Returns the selection with all rows, and with selected rows that the filter hides. */
export function selectAll<Row>({ rows, rowId }: Rows<Row>, selection: ReadonlySet<RowId>) {
  return new Set([...selection, ...rows.map(rowId)]);
}

/** Returns the selection without `rows`. Rows that the filter hides stay selected. */
export function deselectAll<Row>({ rows, rowId }: Rows<Row>, selection: ReadonlySet<RowId>) {
  const deselected = new Set(rows.map(rowId));
  return new Set([...selection].filter((id) => !deselected.has(id)));
}

/** Toggles the row `id`. With `rangeStartId`, all rows of the range get the row's new state. */
export function toggleSelection<Row>(
  { rows, rowId }: Rows<Row>,
  selection: ReadonlySet<RowId>,
  { id, rangeStartId }: { readonly id: RowId; readonly rangeStartId: RowId | undefined },
): ReadonlySet<RowId> {
  const start = rangeStartId === undefined ? -1 : findRowIndex(rows, rowId, rangeStartId);
  const end = start < 0 ? -1 : findRowIndex(rows, rowId, id);
  const toggled = end < 0 ? [id] : rows.slice(Math.min(start, end), Math.max(start, end) + 1).map(rowId);
  const next = new Set([...selection, ...toggled]);
  if (selection.has(id)) for (const each of toggled) next.delete(each);
  return next;
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
