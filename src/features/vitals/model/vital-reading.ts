import type { InvalidRecord } from "@/api/parsers";
import type { VitalSeries, WebVitals } from "@/api/web-vitals";
import type { Observation } from "@/data/web-vitals/vitals-history";
import { pluralize } from "@/lib/text/numbers";
import { formatInstant, isKnownZone, offsetMinutes, parseInstant } from "@/lib/time/dates";
import type { ChartPoint } from "@/lib/web-vitals/chart-layout";
import {
  formatPercentile,
  formatVital,
  getVitalThreshold,
  metricKey,
  rateVital,
  ratingLabel,
  type VitalRating,
  vitalSeverity,
} from "@/lib/web-vitals/vital-thresholds";
import type { VitalChange, VitalInterval } from "./vital-periods";
import {
  capitalize,
  compareFigures,
  formatDateRange,
  formatPeriod,
  inferInterval,
  parseDay,
  periodEnd,
} from "./vital-periods";

export interface VitalPoint {
  /** Start of the period in ms since 1970, interpreted as UTC. Null for an invalid date. */
  readonly at: number | null;
  /** The period for use in a sentence, such as "the week of 15 Nov 2026". */
  readonly period: string;
  /** Null when the period has no data. */
  readonly value: number | null;
  /** The value with its unit, or "No data". */
  readonly text: string;
  /** The value in the response, which is 0 for some periods without data. Null for a gap. */
  readonly servedValue: number | null;
}

export interface VitalReading {
  readonly key: string;
  /** The metric's name in the response, such as `LCP`. */
  readonly metric: string;
  /** Such as "Largest Contentful Paint". Null for an unknown metric. */
  readonly name: string | null;
  readonly unit: string | null;
  /** The percentile in the response, such as `p90`. */
  readonly percentile: string | null;
  readonly percentileText: string;
  /** Oldest first. */
  readonly points: readonly VitalPoint[];
  readonly interval: VitalInterval | null;
  /** The point whose value is `value`. Null without data. */
  readonly current: VitalPoint | null;
  /** The latest value. Null without data. */
  readonly value: number | null;
  /** The value with its unit, or "No data". */
  readonly text: string;
  readonly rating: VitalRating | null;
  /** Severity for sorting: good up to 1, poor above 2. Null when the metric has no rating. */
  readonly severity: number | null;
  readonly change: VitalChange | null;
  /** Whether the period hadn't ended when the value was computed. */
  readonly isRunning: boolean;
  readonly notes: readonly string[];
}

export interface VitalResponse {
  readonly readings: readonly VitalReading[];
  readonly hasData: boolean;
  /** Invalid series, shown as raw JSON. */
  readonly broken: readonly InvalidRecord[];
  /** Notes about the whole response, in sentences. */
  readonly notes: readonly string[];
  /** ISO 8601. Null when unknown. */
  readonly computedAt: string | null;
  /** Such as "14 Nov 2026 to 21 Nov 2026". Null when unknown. */
  readonly period: string | null;
  readonly timezone: string | null;
}

export const NO_DATA = "No data";

/**
 * Parses a response. Supports any number, order and interval of series, and unknown percentiles and metrics.
 * @param locale defaults to the browser's language
 */
export function parseVitals(response: WebVitals, locale?: string): VitalResponse {
  const computedAt =
    response.last_refresh !== null && parseInstant(response.last_refresh) ? response.last_refresh : null;
  const computedWallTime = computedAt === null ? null : toWallTime(computedAt, response.timezone);
  const nameCounts = new Map<string, number>();
  const readings = response.results.map((series) => {
    const { custom_name: metric, math } = series.action;
    const name = `${metric} ${math ?? ""}`.trim();
    const count = (nameCounts.get(name) ?? 0) + 1;
    nameCounts.set(name, count);
    const otherSeries = response.results.filter((other) => other.action.custom_name !== metric);
    return parseSeries(series, {
      key: count === 1 ? name : `${name} ${count}`,
      otherSeries,
      computedWallTime,
      locale,
    });
  });
  return {
    readings,
    hasData: readings.some(({ value }) => value !== null),
    broken: response.broken,
    notes: responseNotes(response),
    computedAt,
    period: formatDateRange(response.resolved_date_range, locale),
    timezone: response.timezone,
  };
}

/** Returns a metric's first series, or null. */
export function findReading(response: VitalResponse, metric: string): VitalReading | null {
  return response.readings.find((reading) => metricKey(reading.metric) === metricKey(metric)) ?? null;
}

function responseNotes({ error, broken: { length: count } }: WebVitals): readonly string[] {
  const notes: string[] = [];
  if (error !== "") notes.push(`Server response: “${error}”`);
  if (count > 0)
    notes.push(
      `${pluralize(count, "series", "series")} couldn't be read. ${count === 1 ? "It's" : "They're"} shown as raw JSON.`,
    );
  return notes;
}

interface SeriesContext {
  readonly key: string;
  readonly otherSeries: readonly VitalSeries[];
  /** The server's local time of the computation, in ms since 1970, interpreted as UTC. */
  readonly computedWallTime: number | null;
  readonly locale: string | undefined;
}

function parseSeries(
  series: VitalSeries,
  { key, otherSeries, computedWallTime, locale }: SeriesContext,
): VitalReading {
  const { custom_name: metric, math } = series.action;
  const { points: servedPoints, isReordered } = sortByTime(series);
  const interval = inferInterval(servedPoints.map(({ at }) => at));
  const isMeasured = createMeasuredCheck(series, otherSeries);
  const points = servedPoints.map(({ at, label, figure, index }): VitalPoint => {
    const value = figure !== null && isMeasured(figure, index) ? figure : null;
    return {
      at,
      period: at === null ? label : formatPeriod(at, interval, locale),
      value,
      text: value === null ? NO_DATA : formatVital(metric, value, locale),
      servedValue: figure,
    };
  });
  const lastMeasuredIndex = points.findLastIndex(({ value }) => value !== null);
  const current = points[lastMeasuredIndex] ?? null;
  const value = current?.value ?? null;
  const threshold = getVitalThreshold(metric);
  const before =
    points.slice(0, Math.max(0, lastMeasuredIndex)).findLast((point) => point.value !== null) ?? null;
  const isNext = before !== null && before === points[lastMeasuredIndex - 1];
  return {
    key,
    metric,
    name: threshold?.name ?? null,
    unit: threshold?.unit ?? null,
    percentile: math,
    percentileText: formatPercentile(math),
    points,
    interval,
    current,
    value,
    text: current?.text ?? NO_DATA,
    rating: value === null ? null : rateVital(metric, value),
    severity: value === null ? null : vitalSeverity(metric, value),
    change:
      current &&
      before &&
      compareFigures(metric, { before, now: current, interval: isNext ? interval : null, locale }),
    isRunning: isRunning(current, interval, computedWallTime),
    notes: seriesNotes(series, { points, current }, isReordered),
  };
}

/** Sorts points by time. Keeps their order if any time is invalid. */
function sortByTime({ data, days, labels }: VitalSeries) {
  const points = data.map((figure, index) => {
    const label = labels[index]?.trim() || days[index]?.trim() || `value ${index + 1} of ${data.length}`;
    return { at: parseDay(days[index]), label, figure, index };
  });
  if (points.some(({ at }) => at === null)) return { points, isReordered: false };
  const sorted = points.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  return { points: sorted, isReordered: sorted.some(({ index }, now) => index !== now) };
}

/** Identifies a period of a series in the others. Falls back to the index without a valid date. */
function periodKey({ days }: VitalSeries, index: number): number | string {
  return parseDay(days[index]) ?? `at ${index}`;
}

/**
 * Returns a function that distinguishes a measured 0 from the 0 that servers return without visits.
 * A measured time is never 0. A layout shift of 0 is measured if another metric has a value for
 * that period. Without other metrics, it is measured if the series also has nonzero values.
 */
function createMeasuredCheck(series: VitalSeries, otherSeries: readonly VitalSeries[]) {
  const isShift = metricKey(series.action.custom_name) === "CLS";
  const visitedPeriods = new Set(
    otherSeries.flatMap((other) =>
      other.data.flatMap((figure, index) => (figure ? periodKey(other, index) : [])),
    ),
  );
  return (figure: number, index: number): boolean => {
    if (figure !== 0) return true;
    if (!isShift) return false;
    if (otherSeries.length === 0) return series.data.some((other) => other !== null && other !== 0);
    return visitedPeriods.has(periodKey(series, index));
  };
}

function isRunning(
  current: VitalPoint | null,
  interval: VitalInterval | null,
  computedWallTime: number | null,
): boolean {
  if (!current || current.at === null || interval === null || computedWallTime === null) return false;
  return periodEnd(current.at, interval) > computedWallTime;
}

/**
 * Converts an instant to the server's local time, in ms since 1970, interpreted as UTC. Falls back to UTC for an
 * unknown zone.
 */
function toWallTime(iso: string, zone: string | null): number | null {
  const instant = parseInstant(iso);
  if (instant === null) return null;
  const offset = zone !== null && isKnownZone(zone) ? offsetMinutes(instant, zone) : 0;
  return instant.getTime() + offset * 60_000;
}

function seriesNotes(
  { data, days }: VitalSeries,
  { points, current }: Pick<VitalReading, "points" | "current">,
  isReordered: boolean,
): readonly string[] {
  const notes: string[] = [];
  const last = points.at(-1);
  if (current !== null && last && last !== current)
    notes.push(`No data for ${last.period}. Showing ${current.period}.`);
  if (isReordered) notes.push("The server returned the periods out of order. They are shown sorted by time.");
  if (days.length > 0 && days.length !== data.length) {
    const valueCount = pluralize(data.length, "value", "values");
    notes.push(`The server returned ${valueCount} for ${pluralize(days.length, "date", "dates")}.`);
  }
  if (points.some(({ value }) => value !== null && value < 0))
    notes.push("A value is negative, which isn't valid. It is shown unchanged.");
  return notes;
}

export function toChartPoints({ metric, points }: VitalReading): readonly ChartPoint[] {
  return points.map(({ at, period, value }) => ({
    at,
    label: capitalize(period),
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
