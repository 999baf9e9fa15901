import type { Observation } from "@/data/web-vitals/vitals-history";
import { formatInstant } from "@/lib/time/dates";
import type { ChartPoint } from "@/lib/web-vitals/chart-layout";
import { rateVital } from "@/lib/web-vitals/vital-thresholds";
import { ratingLabel } from "./board-rows";
import { formatPeriod } from "./vital-periods";
import type { VitalReading } from "./vital-reading";

export function toChartPoints({ metric, points }: VitalReading): readonly ChartPoint[] {
  return points.map(({ at, period, value }) => ({
    at,
    label: capitalizePeriod(period),
    value,
    ...(value === null ? {} : { note: ratingLabel(rateVital(metric, value)) }),
  }));
}

export function toObservedPoints(
  { metric, percentile, interval }: VitalReading,
  observed: readonly Observation[],
): readonly ChartPoint[] {
  return observed
    .filter((each) => each.metric === metric && each.percentile === (percentile ?? ""))
    .map(({ at, value, start }) => {
      const rating = ratingLabel(rateVital(metric, value));
      return {
        at,
        label: formatInstant(new Date(at).toISOString()),
        value,
        note: start === null ? rating : `${rating}, ${formatPeriod(start, interval)}`,
      };
    });
}

/** Capitalizes a period: "Week of 15 Nov 2026" for "the week of 15 Nov 2026". */
export function capitalizePeriod(period: string): string {
  const bare = period.replace(/^the /, "");
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}`;
}
