import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { useApi } from "@/data/client/api-context";
import { vitalsQueries } from "@/data/web-vitals/web-vitals";
import type { BoardRow } from "@/features/vitals/model/board-rows";
import { toPathname } from "@/lib/web-vitals/page-path";

/**
 * Loads each path with a separate request. Returns the rows and a function that refetches a path.
 */
export function useBoardRows(paths: readonly string[]) {
  const api = useApi();
  const queryClient = useQueryClient();
  const results = useQueries({ queries: paths.map((path) => vitalsQueries.path(api, toPathname(path))) });
  const rows = useStructuralSharing(
    results.map(({ data, error, isFetching }, index) => ({
      path: paths[index] ?? "",
      data: data ?? null,
      error,
      isFetching,
    })),
  );
  const refetchPath = useCallback(
    (path: string) => {
      const { queryKey } = vitalsQueries.path(api, toPathname(path));
      void queryClient.refetchQueries({ queryKey, exact: true });
    },
    [api, queryClient],
  );
  return { rows, refetchPath };
}

/** Reuses the objects of unchanged rows, so that a response rerenders only its own row. */
function useStructuralSharing(rows: readonly BoardRow[]): readonly BoardRow[] {
  const previousRows = useRef<readonly BoardRow[]>([]);
  const before = new Map(previousRows.current.map((row) => [row.path, row]));
  const next = rows.map((row) => {
    const previousRow = before.get(row.path);
    return previousRow && isSameRow(previousRow, row) ? previousRow : row;
  });
  const isUnchanged =
    next.length === previousRows.current.length &&
    next.every((row, index) => row === previousRows.current[index]);
  if (!isUnchanged) previousRows.current = next;
  return previousRows.current;
}

function isSameRow(left: BoardRow, right: BoardRow): boolean {
  return left.data === right.data && left.error === right.error && left.isFetching === right.isFetching;
}
