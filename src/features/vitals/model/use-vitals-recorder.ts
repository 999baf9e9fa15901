import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "@/data/client/api-context";
import { keepObservations, type Observation, wasForgotten } from "@/data/web-vitals/vitals-history";
import { vitalsQueries } from "@/data/web-vitals/web-vitals";
import { parseInstant } from "@/lib/time/dates";
import { pathnameOf } from "@/lib/web-vitals/page-path";
import { readVitals, type VitalAnswer } from "./vital-reading";

/** What an answer lets this browser remember: the latest figure of each metric. Nothing is not observed. */
function observationsOf(path: string, answer: VitalAnswer, arrivedAt: number): readonly Observation[] {
  const computedAt = answer.computedAt === null ? null : parseInstant(answer.computedAt);
  return answer.readings.flatMap(({ metric, percentile, value, current }) => {
    if (value === null) return [];
    const at = computedAt?.getTime() ?? arrivedAt;
    return [{ path, metric, percentile: percentile ?? "", at, value, start: current?.at ?? null }];
  });
}

/** Keeps what the server answers for these paths, as long as the page is there. Each page of vitals does so once. */
export function useVitalsRecorder(paths: readonly string[]): void {
  const api = useApi();
  const queries = useQueryClient();
  const listed = paths.join("\n");

  useEffect(() => {
    const cache = queries.getQueryCache();
    const keyOf = (path: string) => vitalsQueries.path(api, pathnameOf(path)).queryKey;
    const shown = new Map(listed.split("\n").map((path) => [hashKey(keyOf(path)), path]));
    function keep(path: string): void {
      const state = queries.getQueryState(keyOf(path));
      if (state?.data === undefined) return;
      if (wasForgotten(queries, api, { path, arrivedAt: state.dataUpdatedAt })) return;
      void keepObservations(queries, api, observationsOf(path, readVitals(state.data), state.dataUpdatedAt));
    }
    // What came before this page was there: what is known already is kept once.
    for (const path of shown.values()) keep(path);
    return cache.subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "success") return;
      const path = shown.get(event.query.queryHash);
      if (path !== undefined) keep(path);
    });
  }, [api, queries, listed]);
}
