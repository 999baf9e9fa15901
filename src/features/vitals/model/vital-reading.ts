import type { InvalidRecord } from "@/contract/parsers";
import type { VitalSeries, WebVitals } from "@/contract/web-vitals";
import { isKnownZone, offsetMinutes, parseInstant } from "@/lib/time/dates";
import {
  formatPercentile,
  formatVital,
  getVitalThreshold,
  metricKey,
  rateVital,
  type VitalRating,
  vitalSeverity,
} from "@/lib/web-vitals/vital-thresholds";
import { compareFigures, type VitalChange } from "./vital-change";
import {
  dateCountNote,
  fallbackPeriodNote,
  invalidSeriesNote,
  NEGATIVE_VALUE_NOTE,
  OUT_OF_ORDER_NOTE,
  serverErrorNote,
} from "./vital-messages";
import {
  formatDateRange,
  formatPeriod,
  inferInterval,
  parseDay,
  periodEnd,
  type VitalInterval,
} from "./vital-periods";

/** One figure of a series. */
export interface VitalPoint {
  /** When its period begins, in ms as if it were UTC; null where the server does not say it readably. */
  readonly at: number | null;
  /** The period for the middle of a sentence: "the week of 15 Nov 2026". */
  readonly period: string;
  /** What was measured; null where nothing was. */
  readonly value: number | null;
  /** With its unit, or "No data". */
  readonly text: string;
  /** The figure as it came; null for a gap. */
  readonly servedValue: number | null;
}

/** What an answer says of one metric. */
export interface VitalReading {
  /** Tells it from the others of the answer. */
  readonly key: string;
  /** As served, such as `LCP`. */
  readonly metric: string;
  /** Such as "Largest Contentful Paint"; null for a metric that is not known here. */
  readonly name: string | null;
  readonly unit: string | null;
  /** As served, such as `p90`. */
  readonly percentile: string | null;
  readonly percentileText: string;
  /** Oldest first. */
  readonly points: readonly VitalPoint[];
  readonly interval: VitalInterval | null;
  /** The point that `value` is of; null without data. */
  readonly current: VitalPoint | null;
  /** The latest figure; null without data: nothing is ever great because nobody was there. */
  readonly value: number | null;
  /** With its unit, or "No data". */
  readonly text: string;
  readonly rating: VitalRating | null;
  /** Beyond 1 no longer good, beyond 2 poor; null without a rating. For an order from bad to good. */
  readonly severity: number | null;
  /** Against the figure before; null without one. */
  readonly change: VitalChange | null;
  /** Whether the period of the figure was still going on when it was computed. */
  readonly isRunning: boolean;
  /** What else a person should know, each a sentence. */
  readonly notes: readonly string[];
}

/** An answer, read. */
export interface VitalAnswer {
  /** In the order in which they were served. */
  readonly readings: readonly VitalReading[];
  readonly hasData: boolean;
  /** Series that cannot be read, to be shown raw. */
  readonly broken: readonly InvalidRecord[];
  /** Of the answer as a whole, each a sentence. */
  readonly notes: readonly string[];
  /** When the server computed it, ISO 8601; null where it does not say. */
  readonly computedAt: string | null;
  /** The days it is of: "14 Nov 2026 to 21 Nov 2026"; null where it does not say. */
  readonly period: string | null;
  /** In which the days are counted. */
  readonly timezone: string | null;
}

/** In the place of a figure where there is none. */
export const NO_DATA = "No data";

/** Reads an answer as it came: of whatever length, percentile, interval, order, and with whatever metrics. `locale`: else the browser's. */
export function parseVitals(answer: WebVitals, locale?: string): VitalAnswer {
  const computedAt =
    answer.last_refresh !== null && parseInstant(answer.last_refresh) ? answer.last_refresh : null;
  const computedWallTime = computedAt === null ? null : toWallTime(computedAt, answer.timezone);
  const nameCounts = new Map<string, number>();
  const readings = answer.results.map((series) => {
    const { custom_name: metric, math } = series.action;
    const name = `${metric} ${math ?? ""}`.trim();
    const count = (nameCounts.get(name) ?? 0) + 1;
    nameCounts.set(name, count);
    const otherSeries = answer.results.filter((other) => other.action.custom_name !== metric);
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
    broken: answer.broken,
    notes: answerNotes(answer),
    computedAt,
    period: formatDateRange(answer.resolved_date_range, locale),
    timezone: answer.timezone,
  };
}

/** What an answer says of a metric: the first series of that name; null where there is none. */
export function findReading(answer: VitalAnswer, metric: string): VitalReading | null {
  return answer.readings.find((reading) => metricKey(reading.metric) === metricKey(metric)) ?? null;
}

function answerNotes({ error, broken }: WebVitals): readonly string[] {
  const notes: string[] = [];
  if (error !== "") notes.push(serverErrorNote(error));
  if (broken.length > 0) notes.push(invalidSeriesNote(broken.length));
  return notes;
}

interface SeriesContext {
  readonly key: string;
  /** Series of other metrics in the same answer. */
  readonly otherSeries: readonly VitalSeries[];
  /** When the server computed the answer, in ms as its own clock showed it. */
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
  const points = servedPoints.map(({ at, label, figure, index: lastMeasuredIndex }): VitalPoint => {
    const value = figure !== null && isMeasured(figure, at, lastMeasuredIndex) ? figure : null;
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
    notes: seriesNotes(series, { points, current, isReordered }),
  };
}

interface ServedPoint {
  readonly at: number | null;
  readonly label: string;
  readonly figure: number | null;
  /** In the series as it was served. */
  readonly index: number;
}

/** The points with their times, oldest first; as served where not every time can be read. */
function sortByTime({ data, days, labels }: VitalSeries) {
  const points = data.map((figure, index): ServedPoint => {
    const label = labels[index]?.trim() || days[index]?.trim() || `value ${index + 1} of ${data.length}`;
    return { at: parseDay(days[index]), label, figure, index };
  });
  if (points.some(({ at }) => at === null)) return { points, isReordered: false };
  const sorted = points.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  return { points: sorted, isReordered: sorted.some(({ index }, now) => index !== now) };
}

/**
 * Tells a measured figure from the 0 that servers give where nobody was. No time is 0, but a layout that never moved is:
 * that counts where another metric shows that somebody was there, or where the series is alone and has other figures.
 */
function createMeasuredCheck(series: VitalSeries, otherSeries: readonly VitalSeries[]) {
  const isShift = metricKey(series.action.custom_name) === "CLS";
  const visitedAt = isShift ? findVisitedTimes(otherSeries) : new Set();
  return (figure: number, at: number | null, index: number): boolean => {
    if (figure !== 0) return true;
    if (!isShift) return false;
    if (otherSeries.length === 0) return series.data.some((other) => other !== null && other !== 0);
    return at === null ? otherSeries.some(({ data }) => (data[index] ?? 0) !== 0) : visitedAt.has(at);
  };
}

/** When somebody was there, as the other metrics show. */
function findVisitedTimes(otherSeries: readonly VitalSeries[]): ReadonlySet<number | null> {
  return new Set(
    otherSeries.flatMap(({ data, days }) => days.flatMap((day, index) => (data[index] ? parseDay(day) : []))),
  );
}

function isRunning(
  current: VitalPoint | null,
  interval: VitalInterval | null,
  computedWallTime: number | null,
): boolean {
  if (!current || current.at === null || interval === null || computedWallTime === null) return false;
  return periodEnd(current.at, interval) > computedWallTime;
}

/** What the server's clock showed, in ms as if it were UTC, as its days are counted; a zone nobody knows counts as UTC. */
function toWallTime(iso: string, zone: string | null): number | null {
  const instant = parseInstant(iso);
  if (instant === null) return null;
  const offset = zone !== null && isKnownZone(zone) ? offsetMinutes(instant, zone) : 0;
  return instant.getTime() + offset * 60_000;
}

interface SeriesState {
  readonly points: readonly VitalPoint[];
  readonly current: VitalPoint | null;
  readonly isReordered: boolean;
}

function seriesNotes(
  { data, days }: VitalSeries,
  { points, current, isReordered }: SeriesState,
): readonly string[] {
  const notes: string[] = [];
  const last = points.at(-1);
  if (current !== null && last && last !== current) {
    notes.push(fallbackPeriodNote(last.period, current.period));
  }
  if (isReordered) notes.push(OUT_OF_ORDER_NOTE);
  if (days.length > 0 && days.length !== data.length) {
    notes.push(dateCountNote(data.length, days.length));
  }
  if (points.some(({ value }) => value !== null && value < 0)) {
    notes.push(NEGATIVE_VALUE_NOTE);
  }
  return notes;
}
