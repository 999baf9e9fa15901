import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { remapValues } from "./array-moves";
import type { RowsDiff } from "./diff-rows";

const ROWS_PER_YIELD = 128;

/** Something made of each row once, and kept as long as the row is the same object. */
export interface DerivedColumn<Row, Value> {
  /** By place; undefined where it is not made yet. */
  readonly values: readonly (Value | undefined)[];
  /** Makes what is missing. Several may do so at once, they share what is done. */
  fill(rows: readonly Row[]): CooperativeTask<void>;
  /** The column of a later list. */
  remap(change: RowsDiff): DerivedColumn<Row, Value>;
}

/** A column of what `read` makes of a row. `values` are taken over. */
export function createColumn<Row, Value extends string | number | null>(
  read: (row: Row) => Value,
  values: (Value | undefined)[] = [],
): DerivedColumn<Row, Value> {
  let filled = 0;

  function fillBatch(rows: readonly Row[]): void {
    const end = Math.min(filled + ROWS_PER_YIELD, rows.length);
    for (; filled < end; filled += 1) {
      const row = rows[filled];
      if (row !== undefined && values[filled] === undefined) values[filled] = read(row);
    }
  }

  return {
    values,
    *fill(rows) {
      while (filled < rows.length) {
        fillBatch(rows);
        yield;
      }
    },
    remap: (change) => createColumn(read, remapValues(values, change)),
  };
}
