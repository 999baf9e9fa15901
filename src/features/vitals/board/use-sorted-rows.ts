import { useMemo, useRef } from "react";
import { type BoardRow, progressOf, sortRows } from "@/features/vitals/model/board-rows";
import type { SortStep } from "@/lib/search/record-order";
import { writeSort } from "@/lib/search/sort-param";

/** The rows in their order. While some are on their way none moves: they are sorted once all are there. */
export function useSortedRows(rows: readonly BoardRow[], sort: readonly SortStep[]): readonly BoardRow[] {
  const held = useRef<{ readonly sort: string; readonly paths: readonly string[] }>(undefined);
  return useMemo(() => {
    const before = held.current;
    const name = writeSort(sort);
    // Another order is what a person has just asked for.
    const isHeld = progressOf(rows).pending > 0 && (before === undefined || before.sort === name);
    const next = isHeld ? inOrder(rows, before?.paths ?? []) : sortRows(rows, sort);
    held.current = { sort: name, paths: next.map(({ path }) => path) };
    return next;
  }, [rows, sort, held]);
}

/** In an order from before; what is new stands last. */
function inOrder(rows: readonly BoardRow[], order: readonly string[]): readonly BoardRow[] {
  const places = new Map(order.map((path, place) => [path, place]));
  const placeOf = ({ path }: BoardRow) => places.get(path) ?? order.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}
