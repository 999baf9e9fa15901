import { useMemo, useState } from "react";
import type { RowId } from "./data-table-types";

const EMPTY_SELECTION: ReadonlySet<RowId> = new Set();

/** The selected rows of a table. */
interface Selection<Row> {
  /** Ids of those that are there. */
  readonly selection: ReadonlySet<RowId>;
  /** The rows themselves, in the order of the list. */
  readonly selected: readonly Row[];
  readonly setSelection: (selection: ReadonlySet<RowId>) => void;
  /** Rows were selected, though all of them may be gone by now. */
  readonly isTouched: boolean;
}

/**
 * Keeps a selection, without the rows that the list does not have any more.
 * @param rows all that are loaded, shown or not
 * @param idOf the same function at each call
 */
export function useSelection<Row>(rows: readonly Row[], getRowId: (row: Row) => RowId): Selection<Row> {
  const [selectedIds, setSelection] = useState(EMPTY_SELECTION);
  const selected = useMemo(
    () => (selectedIds.size === 0 ? [] : rows.filter((row) => selectedIds.has(getRowId(row)))),
    [selectedIds, rows, getRowId],
  );
  const selection = useMemo(
    () => (selected.length === selectedIds.size ? selectedIds : new Set(selected.map(getRowId))),
    [selectedIds, selected, getRowId],
  );
  return { selection, selected, setSelection, isTouched: selectedIds.size > 0 };
}
