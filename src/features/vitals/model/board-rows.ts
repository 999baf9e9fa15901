import { VITAL_METRICS, type WebVitals } from "@/contract/web-vitals";
import type { SortStep } from "@/lib/search/record-order";
import type { Problem } from "@/lib/text/problem";
import { ALL_PAGES, pathnameOf } from "@/lib/web-vitals/page-path";
import { metricKey, RATING_WORDS, type VitalRating } from "@/lib/web-vitals/vital-thresholds";
import { vitalFailureOf } from "./vital-problem";
import { readVitals, type VitalAnswer } from "./vital-reading";

/** One path of the board, however far it is. */
export interface BoardRow {
  readonly path: string;
  /** The latest that was served; null before, and where nothing could be loaded. */
  readonly data: WebVitals | null;
  readonly error: Error | null;
  /** Asked for, waiting for its turn included. */
  readonly isFetching: boolean;
}

/** What a path is called. */
export function nameOfPath(path: string): string {
  return path === ALL_PAGES ? "All pages" : path;
}

const read = new WeakMap<WebVitals, VitalAnswer>();

/** Why a path could not be loaded, in words. */
export function problemOf({ path, error }: Pick<BoardRow, "path" | "error">): Problem {
  return vitalFailureOf(error, pathnameOf(path)).problem;
}

/** The answer of a row, read once; null without one. */
export function answerOf({ data }: Pick<BoardRow, "data">): VitalAnswer | null {
  if (data === null) return null;
  const known = read.get(data);
  if (known) return known;
  const answer = readVitals(data);
  read.set(data, answer);
  return answer;
}

/** The usual metrics, and behind them whatever else any of the paths was served with, each in its first spelling. */
export function metricsOf(answers: readonly VitalAnswer[]): readonly string[] {
  const named = new Map<string, string>(VITAL_METRICS.map((metric) => [metric, metric]));
  for (const { metric } of answers.flatMap(({ readings }) => readings)) {
    const key = metricKey(metric);
    if (!named.has(key)) named.set(key, metric.trim());
  }
  return [...named.values()];
}

const ORDER: readonly VitalRating[] = ["poor", "needs-improvement", "good"];

/** The worst rating of a path, and the metrics that have it; null where nothing is rated. */
export function worstOf(
  row: BoardRow,
): { readonly rating: VitalRating; readonly metrics: readonly string[] } | null {
  const readings = answerOf(row)?.readings ?? [];
  const rating = ORDER.find((each) => readings.some((reading) => reading.rating === each));
  if (rating === undefined) return null;
  const metrics = readings.filter((reading) => reading.rating === rating).map(({ metric }) => metric);
  return { rating, metrics: [...new Set(metrics)] };
}

/** How bad a path is: the worst of its figures against its bounds; null where nothing is rated. */
function severityOfRow(row: BoardRow): number | null {
  const all = (answerOf(row)?.readings ?? []).flatMap(({ severity }) => severity ?? []);
  return all.reduce<number | null>((most, each) => Math.max(most ?? each, each), null);
}

/**
 * Id of the column of a metric, one for all its spellings: capitals, digits and lines, as addresses have them. The
 * board's own columns are written small.
 */
export function columnOf(metric: string): string {
  const written = metricKey(metric).replaceAll(
    /[^A-Z\d]/gu,
    (sign) => `_${sign.codePointAt(0)?.toString(16)}_`,
  );
  return written || "_";
}

/** The worst path first. */
export const USUAL_SORT: readonly SortStep[] = [{ columnId: "overall", direction: "descending" }];

/** What stands in a column, for sorting; null goes to the end in either direction. */
function keyOf(row: BoardRow, columnId: string): number | string | null {
  if (columnId === "path") return nameOfPath(row.path);
  if (columnId === "overall") return severityOfRow(row);
  const answer = answerOf(row);
  if (columnId === "computed") return answer?.computedAt ? Date.parse(answer.computedAt) : null;
  const reading = answer?.readings.find(({ metric }) => columnOf(metric) === columnId);
  return reading?.value ?? null;
}

const words = new Intl.Collator(undefined, { numeric: true });

function compareKeys(a: number | string, b: number | string): number {
  return typeof a === "number" && typeof b === "number" ? a - b : words.compare(String(a), String(b));
}

/** The rows in an order; those that have nothing in a column stand last, and equal ones as they were added. */
export function sortRows(rows: readonly BoardRow[], sort: readonly SortStep[]): readonly BoardRow[] {
  const steps = sort.length === 0 ? USUAL_SORT : sort;
  const keyed = rows.map((row) => ({ row, keys: steps.map(({ columnId }) => keyOf(row, columnId)) }));
  keyed.sort((one, other) => {
    for (const [place, { direction }] of steps.entries()) {
      const [a = null, b = null] = [one.keys[place], other.keys[place]];
      if (a === null || b === null) {
        if (a !== b) return a === null ? 1 : -1;
        continue;
      }
      const order = compareKeys(a, b);
      if (order !== 0) return direction === "descending" ? -order : order;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

/** How far a board is. */
export interface BoardProgress {
  readonly all: number;
  /** Paths that have neither figures nor a failure yet. */
  readonly pending: number;
  readonly failed: number;
  readonly isFetching: boolean;
}

/** Counts what is there, what is not, and what failed. */
export function progressOf(rows: readonly BoardRow[]): BoardProgress {
  return {
    all: rows.length,
    pending: rows.filter(({ data, error, isFetching }) => data === null && (error === null || isFetching))
      .length,
    failed: rows.filter(({ data, error, isFetching }) => data === null && error !== null && !isFetching)
      .length,
    isFetching: rows.some(({ isFetching }) => isFetching),
  };
}

/** What the figures of a board are of, where all that are loaded agree; null where they do not, or none says it. */
export interface BoardFacts {
  readonly period: string | null;
  readonly timezone: string | null;
  readonly percentile: string | null;
  /** When the oldest of them was computed, ISO 8601. */
  readonly oldest: string | null;
  /** Whether they are of different periods or percentiles. */
  readonly differ: boolean;
}

/** Collects period, percentile and age from the answers. */
export function factsOf(rows: readonly BoardRow[]): BoardFacts {
  const answers = rows.flatMap((row) => answerOf(row) ?? []).filter(({ hasData }) => hasData);
  const periods = new Set(answers.map(({ period }) => period));
  const zones = new Set(answers.map(({ timezone }) => timezone));
  const percentiles = new Set(
    answers.flatMap(({ readings }) => readings.map((reading) => reading.percentileWords)),
  );
  const computed = answers.flatMap(({ computedAt }) => computedAt ?? []);
  return {
    period: onlyOf(periods),
    timezone: onlyOf(zones),
    percentile: onlyOf(percentiles),
    oldest: computed.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
    differ: periods.size > 1 || percentiles.size > 1,
  };
}

function onlyOf<Value>(values: ReadonlySet<Value>): Value | null {
  const [only = null] = values;
  return values.size === 1 ? only : null;
}

/** Ratings as tones: never a colour without its word. */
export const RATING_TONES = {
  good: "positive",
  "needs-improvement": "warning",
  poor: "danger",
} as const satisfies Record<VitalRating, string>;

/** A rating in a word. */
export function ratingWords(rating: VitalRating | null): string {
  return rating === null ? "Not rated" : RATING_WORDS[rating];
}
