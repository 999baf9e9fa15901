import { formatOrdinal } from "@/lib/text/numbers";

/** How good a value is by the published thresholds. */
export type VitalRating = "good" | "needs-improvement" | "poor";

/** What is published about one metric. */
export interface VitalThreshold {
  /** As servers name it, such as `LCP`. */
  readonly metric: string;
  readonly name: string;
  /** What it measures, in a sentence for people who have not met it. */
  readonly measures: string;
  /** Null for a figure without a unit. */
  readonly unit: "ms" | null;
  /** Up to here, inclusive, a value is good. */
  readonly good: number;
  /** Up to here, inclusive, it needs improvement; beyond it is poor. */
  readonly poor: number;
  /** Where the bounds are published. */
  readonly source: string;
}

/** The metrics that servers give, in their order, with their published bounds. */
export const VITAL_THRESHOLDS: readonly VitalThreshold[] = [
  {
    metric: "INP",
    name: "Interaction to Next Paint",
    measures: "Time from a click, tap or key press until the page responds.",
    unit: "ms",
    good: 200,
    poor: 500,
    source: "https://web.dev/articles/inp",
  },
  {
    metric: "LCP",
    name: "Largest Contentful Paint",
    measures: "Time until the largest part of the content is visible.",
    unit: "ms",
    good: 2_500,
    poor: 4_000,
    source: "https://web.dev/articles/lcp",
  },
  {
    metric: "CLS",
    name: "Cumulative Layout Shift",
    measures: "How much the page content shifts unexpectedly. It has no unit.",
    unit: null,
    good: 0.1,
    poor: 0.25,
    source: "https://web.dev/articles/cls",
  },
  {
    metric: "FCP",
    name: "First Contentful Paint",
    measures: "Time until the first text or image is visible.",
    unit: "ms",
    good: 1_800,
    poor: 3_000,
    source: "https://web.dev/articles/fcp",
  },
];

/** Ratings in words; never colour alone. */
export const RATING_LABELS: Readonly<Record<VitalRating, string>> = {
  good: "Good",
  "needs-improvement": "Needs improvement",
  poor: "Poor",
};

const BY_METRIC = new Map(VITAL_THRESHOLDS.map((threshold) => [threshold.metric, threshold]));

/** What is the same for two spellings of a metric: servers may write `lcp` for `LCP`. */
export function metricKey(metric: string): string {
  return metric.trim().toUpperCase();
}

/** What is published about a metric; null for one that is not known here. */
export function getVitalThreshold(metric: string): VitalThreshold | null {
  return BY_METRIC.get(metricKey(metric)) ?? null;
}

/** The rating of a value; null for an unknown metric and for what no visit can have measured. */
export function rateVital(metric: string, value: number): VitalRating | null {
  const threshold = getVitalThreshold(metric);
  if (threshold === null || !(value >= 0)) return null;
  if (value <= threshold.good) return "good";
  return value <= threshold.poor ? "needs-improvement" : "poor";
}

/**
 * How bad a value is, to compare metrics with each other: up to 1 it is good, up to 2 it needs improvement, beyond it is
 * poor, twice the bound being 3. Null where there is no rating.
 */
export function vitalSeverity(metric: string, value: number): number | null {
  const threshold = getVitalThreshold(metric);
  if (threshold === null || !(value >= 0)) return null;
  const { good, poor } = threshold;
  if (value <= good) return value / good;
  return value <= poor ? 1 + (value - good) / (poor - good) : 1 + value / poor;
}

/** Where a value stands on a bar of three equal parts, from 0 to 1; what is far beyond stands at the end. */
export function barPosition(metric: string, value: number): number | null {
  const severity = vitalSeverity(metric, value);
  return severity === null ? null : Math.min(1, severity / 3);
}

const MAX_DIGITS = 6;
const formats = new Map<string, Intl.NumberFormat>();

function getNumberFormat(digits: number, locale: string | undefined): Intl.NumberFormat {
  const key = `${digits} ${locale ?? ""}`;
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  const created = new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
  formats.set(key, created);
  return created;
}

/** Whole milliseconds, and thousandths of what has no unit: more is noise. Small values keep what makes them differ from 0. */
function defaultDigits(metric: string, value: number): number {
  if (getVitalThreshold(metric)?.unit !== "ms") return 3;
  return Math.abs(value) < 10 ? 1 : 0;
}

/**
 * A value with its unit: "2,310 ms", "0.08"; an unknown metric has none. Rounded, but never across a bound: 2,500.4 ms is
 * not shown as 2,500 ms and called in need of improvement.
 */
export function formatVital(metric: string, value: number, locale?: string): string {
  let digits = defaultDigits(metric, value);
  while (digits < MAX_DIGITS && changesWhenRounded(metric, value, digits)) digits += 1;
  const figure = getNumberFormat(digits, locale).format(value);
  return getVitalThreshold(metric)?.unit === "ms" ? `${figure} ms` : figure;
}

function changesWhenRounded(metric: string, value: number, digits: number): boolean {
  const rounded = Math.round(value * 10 ** digits) / 10 ** digits;
  return rateVital(metric, rounded) !== rateVital(metric, value) || (rounded === 0) !== (value === 0);
}

const PERCENTILE = /^p(\d{1,3}(?:\.\d+)?)$/i;

/** A percentile as servers write it, in words: "90th percentile" for `p90`; anything else stays as it was served. */
export function formatPercentile(served: string | null): string {
  if (served === null || served.trim() === "") return "percentile not said";
  const figure = PERCENTILE.exec(served.trim())?.[1];
  return figure === undefined ? served : `${formatOrdinal(Number(figure))} percentile`;
}
