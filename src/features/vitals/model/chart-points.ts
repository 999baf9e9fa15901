import type { Observation } from "@/data/web-vitals/vitals-history";
import { plural } from "@/lib/text/numbers";
import { formatInstant } from "@/lib/time/dates";
import type { ChartPoint } from "@/lib/web-vitals/chart-layout";
import { formatVital, ratingOf } from "@/lib/web-vitals/vital-thresholds";
import { ratingWords } from "./board-rows";
import { periodWords } from "./vital-periods";
import type { VitalReading } from "./vital-reading";

/** The figures of a metric as a chart draws them. */
export function chartPointsOf({ metric, points }: VitalReading): readonly ChartPoint[] {
  return points.map(({ at, period, value }) => ({
    at,
    label: sentenceStart(period),
    value,
    ...(value === null ? {} : { note: ratingWords(ratingOf(metric, value)) }),
  }));
}

/** Own observations of the same metric and percentile: each when it was computed, with what it was of. */
export function observedPointsOf(
  { metric, percentile, interval }: VitalReading,
  observed: readonly Observation[],
): readonly ChartPoint[] {
  return observed
    .filter((each) => each.metric === metric && each.percentile === (percentile ?? ""))
    .map(({ at, value, start }) => {
      const rating = ratingWords(ratingOf(metric, value));
      return {
        at,
        label: formatInstant(new Date(at).toISOString()),
        value,
        note: start === null ? rating : `${rating}, of ${periodWords(start, interval)}`,
      };
    });
}

/** "the week of 15 Nov 2026" as it stands alone. */
export function sentenceStart(words: string): string {
  const bare = words.replace(/^the /, "");
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}`;
}

/** A series in words: how many figures, from when to when, the lowest and the highest, and the newest. */
export function courseWords(reading: VitalReading): string {
  const measured = reading.points.filter(({ value }) => value !== null);
  const [first] = measured;
  const last = measured.at(-1);
  if (first === undefined || last === undefined) {
    return reading.points.length === 0 ? "No figures were served." : "Nothing was measured.";
  }
  if (first === last) return `One figure: ${last.words} for ${last.period}.`;
  // Not spread into a call: a very long series would overflow the stack.
  const [low, high] = measured.reduce(
    ([least, most], { value }) => [Math.min(least, value ?? least), Math.max(most, value ?? most)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const words = (value: number) => formatVital(reading.metric, value);
  const gaps = reading.points.length - measured.length;
  return [
    `${plural(measured.length, "figure", "figures")} from ${first.period} to ${last.period}:`,
    `the lowest ${words(low)}, the highest ${words(high)}, the newest ${last.words}.`,
    gaps > 0 ? `${plural(gaps, "period", "periods")} without data.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}
