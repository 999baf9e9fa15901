import { hashKey } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "@/data/backend/backend";
import { isCleared, type Observation, storeObservations } from "@/data/web-vitals/vitals-history";
import { vitalsQueries } from "@/data/web-vitals/web-vitals";
import { parseInstant } from "@/lib/time/dates";
import { toPathname } from "@/lib/web-vitals/page-path";
import { parseVitals, type VitalResponse } from "./vital-reading";

/** Returns the latest value of each metric that has data. */
function toObservations(path: string, response: VitalResponse, arrivedAt: number): readonly Observation[] {
  const computedAt = response.computedAt === null ? null : parseInstant(response.computedAt);
  return response.readings.flatMap(({ metric, percentile, value, current }) => {
    if (value === null) return [];
    const at = computedAt?.getTime() ?? arrivedAt;
    return [{ path, metric, percentile: percentile ?? "", at, value, start: current?.at ?? null }];
  });
}

/** Stores the paths' values in the browser while mounted. The overview loads web vitals without this hook. */
export function useVitalsRecorder(paths: readonly string[]): void {
  const api = useApi();
  const joinedPaths = paths.join("\n");

  useEffect(() => {
    const cache = api.queryClient.getQueryCache();
    const queryKeyFor = (path: string) => vitalsQueries.path(api, toPathname(path)).queryKey;
    const pathByKey = new Map(joinedPaths.split("\n").map((path) => [hashKey(queryKeyFor(path)), path]));
    function recordPath(path: string): void {
      const state = api.queryClient.getQueryState(queryKeyFor(path));
      if (state?.data === undefined) return;
      if (isCleared(api, { path, arrivedAt: state.dataUpdatedAt })) return;
      void storeObservations(api, toObservations(path, parseVitals(state.data), state.dataUpdatedAt));
    }
    // Records responses that arrived before mounting. Recording is idempotent.
    for (const path of pathByKey.values()) recordPath(path);
    return cache.subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "success") return;
      const path = pathByKey.get(event.query.queryHash);
      if (path !== undefined) recordPath(path);
    });
  }, [api, joinedPaths]);
}
