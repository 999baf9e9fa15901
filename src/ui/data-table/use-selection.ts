import { useMemo, useState } from "react";
import type { RowId } from "./data-table-types";

const EMPTY_SELECTION: ReadonlySet<RowId> = new Set();

interface Selection<Row> {
  readonly selection: ReadonlySet<RowId>;
  readonly selected: readonly Row[];
  readonly setSelection: (selection: ReadonlySet<RowId>) => void;
  /** Whether any rows are selected, including rows that don't exist anymore. */
  readonly isTouched: boolean;
}

/**
 * Manages a selection and drops rows that don't exist anymore.
 * @param rows all loaded rows, visible or not
 * @param getRowId must be stable
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
