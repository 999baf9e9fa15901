import { useEffect } from "react";
import type { WebVitals } from "@/api/web-vitals";
import { useApi } from "@/data/backend/backend";
import { type Observation, storeObservations } from "@/data/web-vitals/vitals-history";
import { parseInstant } from "@/lib/time/dates";
import { type BoardRow, rowResponse } from "./board-rows";

/** Returns the latest value of each metric that has data. */
function toObservations({ path, data }: LoadedPath): readonly Observation[] {
  const response = rowResponse({ data });
  const computedAt = response?.computedAt == null ? null : parseInstant(response.computedAt);
  const at = computedAt?.getTime() ?? Date.now();
  return (response?.readings ?? []).flatMap(({ metric, percentile, value, current }) =>
    value === null
      ? []
      : { path, metric, percentile: percentile ?? "", at, value, start: current?.at ?? null },
  );
}

type LoadedPath = Pick<BoardRow, "path" | "data">;

/** Each response is stored once. After the history was cleared, a response is still shown, but isn't stored again. */
const recordedResponses = new WeakSet<WebVitals>();

/** Stores the paths' values in the browser. The overview loads web vitals without this hook. */
export function useVitalsRecorder(rows: readonly LoadedPath[]): void {
  const api = useApi();
  useEffect(() => {
    for (const row of rows) {
      if (row.data === null || recordedResponses.has(row.data)) continue;
      recordedResponses.add(row.data);
      void storeObservations(api, toObservations(row));
    }
  }, [api, rows]);
}
