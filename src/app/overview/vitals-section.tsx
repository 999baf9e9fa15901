import { useQueries } from "@tanstack/react-query";
import { useVitalPaths } from "@/data/browser-storage/vital-paths";
import { useApi } from "@/data/client/api-context";
import { vitalsQueries } from "@/data/web-vitals/web-vitals";
import {
  DEFAULT_BOARD_SORT,
  getWorstRating,
  pathLabel,
  pathProblem,
  RATING_TONES,
  ratingLabel,
  sortBoardRows,
} from "@/features/vitals/model/board-rows";
import { paths } from "@/lib/url/paths";
import { toPathname } from "@/lib/web-vitals/page-path";
import { Status } from "@/ui/primitives/status";
import { worstMetricsMessage } from "./overview-messages";
import { type FailureHidingProps, OverviewItem, OverviewSection } from "./overview-section";

/** Limits the requested paths, because servers compute web vitals slowly. */
const MAX_REQUESTED = 8;
const MAX_SHOWN = 3;

export function VitalsSection({ hidesFailure }: FailureHidingProps) {
  const api = useApi();
  const boardPaths = useVitalPaths(api).board.slice(0, MAX_REQUESTED);
  const results = useQueries({
    queries: boardPaths.map((path) => vitalsQueries.path(api, toPathname(path))),
  });
  const rows = results.map(({ data, error, isFetching }, index) => ({
    path: boardPaths[index] ?? "",
    data: data ?? null,
    error,
    isFetching,
  }));
  const slow = sortBoardRows(rows, DEFAULT_BOARD_SORT).flatMap((row) => {
    const worst = getWorstRating(row);
    return worst === null || worst.rating === "good" ? [] : [{ path: row.path, ...worst }];
  });
  const failed = rows.find(({ error, data }) => error !== null && data === null);
  if (hidesFailure && failed !== undefined) return null;
  return (
    <OverviewSection
      title="Slowest pages"
      to={paths.vitals(api.projectId)}
      linkLabel="Web vitals"
      isLoading={rows.some(({ data, error }) => data === null && error === null)}
      problem={slow.length === 0 && failed !== undefined ? pathProblem(failed) : null}
      onRetry={() => results.forEach(({ error, refetch }) => error !== null && void refetch())}
      empty={
        boardPaths.length === 0
          ? "Add pages to the web vitals board to see the slowest ones."
          : "No slow pages found."
      }
      items={slow.slice(0, MAX_SHOWN).map(({ path, rating, metrics }) => (
        <OverviewItem key={path} to={paths.vital(api.projectId, path)} label={pathLabel(path)}>
          <Status tone={RATING_TONES[rating]} label={worstMetricsMessage(ratingLabel(rating), metrics)} />
        </OverviewItem>
      ))}
    />
  );
}
