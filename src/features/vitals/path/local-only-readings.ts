import type { VitalSeries } from "@/contract/web-vitals";
import type { Observation } from "@/data/web-vitals/vitals-history";
import {
  findReading,
  parseVitals,
  type VitalAnswer,
  type VitalReading,
} from "@/features/vitals/model/vital-reading";

/**
 * Metrics that this browser has observed and an answer does not have: as series without figures, so that their past
 * stays visible; of all metrics where there is no answer.
 */
export function getLocalOnlyReadings(
  answer: VitalAnswer | null,
  observed: readonly Observation[],
): readonly VitalReading[] {
  const series = new Map<string, VitalSeries>();
  for (const { metric, percentile } of observed) {
    if (answer !== null && findReading(answer, metric) !== null) continue;
    const action = { custom_name: metric, math: percentile || null };
    series.set(`${metric} ${percentile}`, { data: [], days: [], labels: [], action });
  }
  const nothing = { last_refresh: null, timezone: null, resolved_date_range: null, error: "", broken: [] };
  return parseVitals({ ...nothing, results: [...series.values()] }).readings;
}
