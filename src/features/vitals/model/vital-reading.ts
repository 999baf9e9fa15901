import type { BrokenRecord } from "@/contract/parsers";
import type { VitalSeries, WebVitals } from "@/contract/web-vitals";
import { plural } from "@/lib/text/numbers";
import { isKnownZone, offsetMinutes, parseInstant } from "@/lib/time/dates";
import {
  formatVital,
  metricKey,
  percentileWords,
  ratingOf,
  severityOf,
  thresholdOf,
  type VitalRating,
} from "@/lib/web-vitals/vital-thresholds";
import { type VitalChange, vitalChange } from "./vital-change";
import { endOf, intervalOf, periodWords, rangeWords, readDay, type VitalInterval } from "./vital-periods";

/** One figure of a series. */
export interface VitalPoint {
  /** When its period begins, in ms as if it were UTC; null where the server does not say it readably. */
  readonly at: number | null;
  /** The period for the middle of a sentence: "the week of 15 Nov 2026". */
  readonly period: string;
  /** What was measured; null where nothing was. */
  readonly value: number | null;
  /** With its unit, or "No data". */
  readonly words: string;
  /** The figure as it came; null for a gap. */
  readonly served: number | null;
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
  readonly percentileWords: string;
  /** Oldest first. */
  readonly points: readonly VitalPoint[];
  readonly interval: VitalInterval | null;
  /** The point that `value` is of; null without data. */
  readonly current: VitalPoint | null;
  /** The latest figure; null without data: nothing is ever great because nobody was there. */
  readonly value: number | null;
  /** With its unit, or "No data". */
  readonly words: string;
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
  readonly broken: readonly BrokenRecord[];
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
export function readVitals(answer: WebVitals, locale?: string): VitalAnswer {
  const computedAt =
    answer.last_refresh !== null && parseInstant(answer.last_refresh) ? answer.last_refresh : null;
  const wall = computedAt === null ? null : wallTime(computedAt, answer.timezone);
  const times = new Map<string, number>();
  const readings = answer.results.map((series) => {
    const { custom_name: metric, math } = series.action;
    const name = `${metric} ${math ?? ""}`.trim();
    const count = (times.get(name) ?? 0) + 1;
    times.set(name, count);
    const others = answer.results.filter((other) => other.action.custom_name !== metric);
    return readSeries(series, { key: count === 1 ? name : `${name} ${count}`, others, wall, locale });
  });
  return {
    readings,
    hasData: readings.some(({ value }) => value !== null),
    broken: answer.broken,
    notes: notesOf(answer),
    computedAt,
    period: rangeWords(answer.resolved_date_range, locale),
    timezone: answer.timezone,
  };
}

/** What an answer says of a metric: the first series of that name; null where there is none. */
export function readingOf(answer: VitalAnswer, metric: string): VitalReading | null {
  return answer.readings.find((reading) => metricKey(reading.metric) === metricKey(metric)) ?? null;
}

function notesOf({ error, broken }: WebVitals): readonly string[] {
  const notes: string[] = [];
  if (error !== "") notes.push(`The server says: “${error}”`);
  if (broken.length > 0) {
    const one = broken.length === 1;
    notes.push(
      `${plural(broken.length, "series", "series")} of the answer ${one ? "has" : "have"} a form that is not known here. ${one ? "It is" : "They are"} shown as served.`,
    );
  }
  return notes;
}

interface Surroundings {
  readonly key: string;
  /** Series of other metrics in the same answer. */
  readonly others: readonly VitalSeries[];
  /** When the server computed the answer, in ms as its own clock showed it. */
  readonly wall: number | null;
  readonly locale: string | undefined;
}

function readSeries(series: VitalSeries, { key, others, wall, locale }: Surroundings): VitalReading {
  const { custom_name: metric, math } = series.action;
  const { points: served, isMoved } = inTime(series);
  const interval = intervalOf(served.map(({ at }) => at));
  const isMeasured = measuredTest(series, others);
  const points = served.map(({ at, label, figure, place }): VitalPoint => {
    const value = figure !== null && isMeasured(figure, at, place) ? figure : null;
    return {
      at,
      period: at === null ? label : periodWords(at, interval, locale),
      value,
      words: value === null ? NO_DATA : formatVital(metric, value, locale),
      served: figure,
    };
  });
  const place = points.findLastIndex(({ value }) => value !== null);
  const current = points[place] ?? null;
  const value = current?.value ?? null;
  const threshold = thresholdOf(metric);
  const before = points.slice(0, Math.max(0, place)).findLast((point) => point.value !== null) ?? null;
  const isNext = before !== null && before === points[place - 1];
  return {
    key,
    metric,
    name: threshold?.name ?? null,
    unit: threshold?.unit ?? null,
    percentile: math,
    percentileWords: percentileWords(math),
    points,
    interval,
    current,
    value,
    words: current?.words ?? NO_DATA,
    rating: value === null ? null : ratingOf(metric, value),
    severity: value === null ? null : severityOf(metric, value),
    change:
      current &&
      before &&
      vitalChange(metric, { before, now: current, interval: isNext ? interval : null, locale }),
    isRunning: isRunning(current, interval, wall),
    notes: seriesNotes(series, { points, current, isMoved }),
  };
}

interface ServedPoint {
  readonly at: number | null;
  readonly label: string;
  readonly figure: number | null;
  /** In the series as it was served. */
  readonly place: number;
}

/** The points with their times, oldest first; as served where not every time can be read. */
function inTime({ data, days, labels }: VitalSeries) {
  const points = data.map((figure, place): ServedPoint => {
    const label = labels[place]?.trim() || days[place]?.trim() || `figure ${place + 1} of ${data.length}`;
    return { at: readDay(days[place]), label, figure, place };
  });
  if (points.some(({ at }) => at === null)) return { points, isMoved: false };
  const sorted = points.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  return { points: sorted, isMoved: sorted.some(({ place }, now) => place !== now) };
}

/**
 * Tells a measured figure from the 0 that servers give where nobody was. No time is 0, but a layout that never moved is:
 * that counts where another metric shows that somebody was there, or where the series is alone and has other figures.
 */
function measuredTest(series: VitalSeries, others: readonly VitalSeries[]) {
  const isShift = metricKey(series.action.custom_name) === "CLS";
  const visited = isShift ? visitedTimes(others) : new Set();
  return (figure: number, at: number | null, place: number): boolean => {
    if (figure !== 0) return true;
    if (!isShift) return false;
    if (others.length === 0) return series.data.some((other) => other !== null && other !== 0);
    return at === null ? others.some(({ data }) => (data[place] ?? 0) !== 0) : visited.has(at);
  };
}

/** When somebody was there, as the other metrics show. */
function visitedTimes(others: readonly VitalSeries[]): ReadonlySet<number | null> {
  return new Set(
    others.flatMap(({ data, days }) => days.flatMap((day, place) => (data[place] ? readDay(day) : []))),
  );
}

function isRunning(current: VitalPoint | null, interval: VitalInterval | null, wall: number | null): boolean {
  if (!current || current.at === null || interval === null || wall === null) return false;
  return endOf(current.at, interval) > wall;
}

/** What the server's clock showed, in ms as if it were UTC, as its days are counted; a zone nobody knows counts as UTC. */
function wallTime(iso: string, zone: string | null): number | null {
  const instant = parseInstant(iso);
  if (instant === null) return null;
  const offset = zone !== null && isKnownZone(zone) ? offsetMinutes(instant, zone) : 0;
  return instant.getTime() + offset * 60_000;
}

interface Drawn {
  readonly points: readonly VitalPoint[];
  readonly current: VitalPoint | null;
  readonly isMoved: boolean;
}

function seriesNotes({ data, days }: VitalSeries, { points, current, isMoved }: Drawn): readonly string[] {
  const notes: string[] = [];
  const last = points.at(-1);
  if (current !== null && last && last !== current) {
    notes.push(`Nothing was measured for ${last.period}: the figure is of ${current.period}.`);
  }
  if (isMoved) notes.push("The server gave the periods in another order. Here they stand by time.");
  if (days.length > 0 && days.length !== data.length) {
    notes.push(
      `The server gave ${plural(data.length, "figure", "figures")} and ${plural(days.length, "day", "days")}.`,
    );
  }
  if (points.some(({ value }) => value !== null && value < 0)) {
    notes.push("A figure is below 0, which no visit can have measured. It is shown as served.");
  }
  return notes;
}
