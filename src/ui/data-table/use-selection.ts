import { useMemo, useState } from "react";
import type { RowId } from "./data-table-types";

const NOTHING: ReadonlySet<RowId> = new Set();

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
export function useSelection<Row>(rows: readonly Row[], idOf: (row: Row) => RowId): Selection<Row> {
  const [chosen, setSelection] = useState(NOTHING);
  const selected = useMemo(
    () => (chosen.size === 0 ? [] : rows.filter((row) => chosen.has(idOf(row)))),
    [chosen, rows, idOf],
  );
  const selection = useMemo(
    () => (selected.length === chosen.size ? chosen : new Set(selected.map(idOf))),
    [chosen, selected, idOf],
  );
  return { selection, selected, setSelection, isTouched: chosen.size > 0 };
}
