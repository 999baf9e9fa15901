import type { VitalSeries } from "@/contract/web-vitals";
import type { Observation } from "@/data/web-vitals/vitals-history";
import {
  findReading,
  parseVitals,
  type VitalReading,
  type VitalResponse,
} from "@/features/vitals/model/vital-reading";

/**
 * Returns readings without values for stored metrics that the response lacks, so that their history
 * stays visible. Without a response, returns such readings for all stored metrics.
 */
export function getLocalOnlyReadings(
  response: VitalResponse | null,
  observed: readonly Observation[],
): readonly VitalReading[] {
  const series = new Map<string, VitalSeries>();
  for (const { metric, percentile } of observed) {
    if (response !== null && findReading(response, metric) !== null) continue;
    const action = { custom_name: metric, math: percentile || null };
    series.set(`${metric} ${percentile}`, { data: [], days: [], labels: [], action });
  }
  const nothing = { last_refresh: null, timezone: null, resolved_date_range: null, error: "", broken: [] };
  return parseVitals({ ...nothing, results: [...series.values()] }).readings;
}
