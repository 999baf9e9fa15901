import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { useApi } from "@/data/client/api-context";
import { vitalsQueries } from "@/data/web-vitals/web-vitals";
import type { BoardRow } from "@/features/vitals/model/board-rows";
import { pathnameOf } from "@/lib/web-vitals/page-path";

/** The paths of a board with their figures, each on its own, and the way to ask for one again. */
export function useBoardRows(paths: readonly string[]) {
  const api = useApi();
  const queries = useQueryClient();
  const results = useQueries({ queries: paths.map((path) => vitalsQueries.path(api, pathnameOf(path))) });
  const rows = useUnchanged(
    results.map(({ data, error, isFetching }, place) => ({
      path: paths[place] ?? "",
      data: data ?? null,
      error,
      isFetching,
    })),
  );
  const ask = useCallback(
    (path: string) => {
      const { queryKey } = vitalsQueries.path(api, pathnameOf(path));
      void queries.refetchQueries({ queryKey, exact: true });
    },
    [api, queries],
  );
  return { rows, ask };
}

/** The same objects for rows that did not change, so that they are not drawn again: each answer would draw them all. */
function useUnchanged(rows: readonly BoardRow[]): readonly BoardRow[] {
  const last = useRef<readonly BoardRow[]>([]);
  const before = new Map(last.current.map((row) => [row.path, row]));
  const next = rows.map((row) => {
    const known = before.get(row.path);
    return known && isSame(known, row) ? known : row;
  });
  const isUnchanged =
    next.length === last.current.length && next.every((row, place) => row === last.current[place]);
  if (!isUnchanged) last.current = next;
  return last.current;
}

function isSame(one: BoardRow, other: BoardRow): boolean {
  return one.data === other.data && one.error === other.error && one.isFetching === other.isFetching;
}
