import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import type { RowsDiff } from "./diff-rows";

const ROWS_PER_YIELD = 128;

/** A column of values. Each value is computed once per row object. */
export interface DerivedColumn<Row, Value> {
  /** By row index. Undefined until computed. */
  readonly values: readonly (Value | undefined)[];
  /** Computes missing values. Concurrent calls share their progress. */
  fill(rows: readonly Row[]): CooperativeTask<void>;
  remap(change: RowsDiff): DerivedColumn<Row, Value>;
  /** Returns a column that uses another `read`. Recomputes only values whose entry in `isStale` is 1. */
  refresh(read: (row: Row) => Value, isStale: Uint8Array): DerivedColumn<Row, Value>;
}

/** Creates a column, which takes ownership of `values`. */
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
    refresh: (readAgain, isStale) =>
      createColumn(
        readAgain,
        values.map((value, index) => (isStale[index] === 1 ? undefined : value)),
      ),
  };
}

/** Whether the change only appended rows to a list of `length` rows. */
export function isAppended(change: RowsDiff, length: number): boolean {
  return change.from === length;
}

/** Returns a row's new index, or -1 for a removed row. */
export function indexAfter({ from, beforeEnd, afterEnd, between }: RowsDiff, index: number): number {
  if (index < from) return index;
  return index < beforeEnd ? (between[index - from] ?? -1) : index + afterEnd - beforeEnd;
}

export function isOrderPreserved({ between }: RowsDiff): boolean {
  let last = -1;
  for (const index of between) {
    if (index >= 0 && index < last) return false;
    if (index >= 0) last = index;
  }
  return true;
}

/** Moves values to the new indexes of their rows. New rows get undefined. */
export function remapValues<Value>(
  values: readonly Value[],
  { from, beforeEnd, afterEnd, between }: RowsDiff,
): (Value | undefined)[] {
  const moved: (Value | undefined)[] = values.slice(0, from);
  // Values may be computed for the first rows only.
  if (values.length < from) return moved;
  for (let newIndex = from; newIndex < afterEnd; newIndex += 1) moved.push(undefined);
  between.forEach((newIndex, index) => {
    if (newIndex >= 0) moved[newIndex] = values[from + index];
  });
  return moved.concat(values.slice(beforeEnd));
}
