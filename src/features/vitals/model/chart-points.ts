import type { Observation } from "@/data/web-vitals/vitals-history";
import { pluralize } from "@/lib/text/numbers";
import { formatInstant } from "@/lib/time/dates";
import type { ChartPoint } from "@/lib/web-vitals/chart-layout";
import { formatVital, rateVital } from "@/lib/web-vitals/vital-thresholds";
import { ratingLabel } from "./board-rows";
import { formatPeriod } from "./vital-periods";
import type { VitalReading } from "./vital-reading";

/** The figures of a metric as a chart draws them. */
export function toChartPoints({ metric, points }: VitalReading): readonly ChartPoint[] {
  return points.map(({ at, period, value }) => ({
    at,
    label: capitalizePeriod(period),
    value,
    ...(value === null ? {} : { note: ratingLabel(rateVital(metric, value)) }),
  }));
}

/** Own observations of the same metric and percentile: each when it was computed, with what it was of. */
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

/** "the week of 15 Nov 2026" as it stands alone. */
export function capitalizePeriod(period: string): string {
  const bare = period.replace(/^the /, "");
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}`;
}

/** A series in words: how many figures, from when to when, the lowest and the highest, and the newest. */
export function trendSummary(reading: VitalReading): string {
  const measuredPoints = reading.points.filter(({ value }) => value !== null);
  const [first] = measuredPoints;
  const last = measuredPoints.at(-1);
  if (first === undefined || last === undefined) {
    return reading.points.length === 0 ? "No values." : "No data.";
  }
  if (first === last) return `1 value: ${last.text} for ${last.period}.`;
  // Not spread into a call: a very long series would overflow the stack.
  const [minValue, maxValue] = measuredPoints.reduce(
    ([min, max], { value }) => [Math.min(min, value ?? min), Math.max(max, value ?? max)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const format = (value: number) => formatVital(reading.metric, value);
  const gapCount = reading.points.length - measuredPoints.length;
  return [
    `${pluralize(measuredPoints.length, "value", "values")} from ${first.period} to ${last.period}.`,
    `Lowest ${format(minValue)}, highest ${format(maxValue)}, latest ${last.text}.`,
    gapCount > 0 ? `${pluralize(gapCount, "period", "periods")} without data.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}
