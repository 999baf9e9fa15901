import { useMemo, useRef } from "react";
import { type BoardRow, boardProgress, sortBoardRows } from "@/features/vitals/model/board-rows";
import type { SortStep } from "@/lib/search/record-order";
import { formatSortParam } from "@/lib/search/sort-param";

/** Sorts the rows. While paths load, rows keep their order unless the sort changes. */
export function useSortedRows(rows: readonly BoardRow[], sort: readonly SortStep[]): readonly BoardRow[] {
  const heldOrder = useRef<{ readonly sort: string; readonly paths: readonly string[] }>(undefined);
  return useMemo(() => {
    const before = heldOrder.current;
    const name = formatSortParam(sort);
    const isOrderHeld = boardProgress(rows).pending > 0 && (before === undefined || before.sort === name);
    const next = isOrderHeld ? sortByPaths(rows, before?.paths ?? []) : sortBoardRows(rows, sort);
    heldOrder.current = { sort: name, paths: next.map(({ path }) => path) };
    return next;
  }, [rows, sort, heldOrder]);
}

/** Sorts rows by a list of paths. Other rows come last. */
function sortByPaths(rows: readonly BoardRow[], order: readonly string[]): readonly BoardRow[] {
  const indexByPath = new Map(order.map((path, index) => [path, index]));
  const indexOfRow = ({ path }: BoardRow) => indexByPath.get(path) ?? order.length;
  return rows.toSorted((left, right) => indexOfRow(left) - indexOfRow(right));
}
