import { formatDecimal, formatOrdinal } from "@/lib/text/numbers";

export type VitalRating = "good" | "needs-improvement" | "poor";

export interface VitalThreshold {
  /** API name, such as `LCP`. */
  readonly metric: string;
  readonly name: string;
  readonly measures: string;
  /** Null for a metric without a unit. */
  readonly unit: "ms" | null;
  /** Highest value that is "good". */
  readonly good: number;
  /** Highest value that "needs improvement". */
  readonly poor: number;
  /** URL of the published thresholds. */
  readonly source: string;
}

export const VITAL_THRESHOLDS: readonly VitalThreshold[] = [
  {
    metric: "INP",
    name: "Interaction to Next Paint",
    measures: "Time from a click, tap, or key press until the page responds.",
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
    measures: "Score for how much the page content shifts unexpectedly.",
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

const BY_METRIC = new Map(VITAL_THRESHOLDS.map((threshold) => [threshold.metric, threshold]));

/** Normalizes a metric name, because the server may return `lcp` for `LCP`. */
export function metricKey(metric: string): string {
  return metric.trim().toUpperCase();
}

export function getVitalThreshold(metric: string): VitalThreshold | null {
  return BY_METRIC.get(metricKey(metric)) ?? null;
}

/** Rates a value. Returns null for an unknown metric or an invalid value. */
export function rateVital(metric: string, value: number): VitalRating | null {
  const threshold = getVitalThreshold(metric);
  if (threshold === null || !(value >= 0)) return null;
  if (value <= threshold.good) return "good";
  return value <= threshold.poor ? "needs-improvement" : "poor";
}

/**
 * Returns a severity that is comparable across metrics. Up to 1 is good, and up to 2 needs
 * improvement. Higher severities are poor. For example, twice the highest value that needs
 * improvement has the severity 3. Returns null for values that can't be rated.
 */
export function vitalSeverity(metric: string, value: number): number | null {
  const threshold = getVitalThreshold(metric);
  if (threshold === null || !(value >= 0)) return null;
  const { good, poor } = threshold;
  if (value <= good) return value / good;
  return value <= poor ? 1 + (value - good) / (poor - good) : 1 + value / poor;
}

/**
 * Returns the position on a bar with three equal zones, from 0 to 1. Caps extreme values at 1.
 * Returns null for values that can't be rated.
 */
export function barPosition(metric: string, value: number): number | null {
  const severity = vitalSeverity(metric, value);
  return severity === null ? null : Math.min(1, severity / 3);
}

const MAX_DIGITS = 6;

/**
 * Returns the number of decimals, which is 0 for milliseconds and 3 for other values. Returns 1 for
 * durations below 10 ms, so that they don't appear as 0.
 */
function defaultDigits(metric: string, value: number): number {
  if (getVitalThreshold(metric)?.unit !== "ms") return 3;
  return Math.abs(value) < 10 ? 1 : 0;
}

/**
 * Formats a value with its unit: "2,310 ms", "0.08". Never rounds across a threshold. For example, 2,500.4 ms needs
 * improvement, but 2,500 ms would be good.
 */
export function formatVital(metric: string, value: number, locale?: string): string {
  let digits = defaultDigits(metric, value);
  while (digits < MAX_DIGITS && changesWhenRounded(metric, value, digits)) digits += 1;
  const figure = formatDecimal(value, digits, locale);
  return getVitalThreshold(metric)?.unit === "ms" ? `${figure} ms` : figure;
}

function changesWhenRounded(metric: string, value: number, digits: number): boolean {
  const rounded = Math.round(value * 10 ** digits) / 10 ** digits;
  return rateVital(metric, rounded) !== rateVital(metric, value) || (rounded === 0) !== (value === 0);
}

const PERCENTILE = /^p(\d{1,3}(?:\.\d+)?)$/i;

/**
 * Formats a percentile: "90th percentile" for `p90`. Returns "unknown percentile" for a missing
 * value. Returns other values unchanged.
 */
export function formatPercentile(served: string | null): string {
  if (served === null || served.trim() === "") return "unknown percentile";
  const figure = PERCENTILE.exec(served.trim())?.[1];
  return figure === undefined ? served : `${formatOrdinal(Number(figure))} percentile`;
}

/** Tones by rating. A label always accompanies the color. */
export const RATING_TONES = {
  good: "positive",
  "needs-improvement": "warning",
  poor: "danger",
} as const satisfies Record<VitalRating, string>;

const RATING_LABELS = {
  good: "Good",
  "needs-improvement": "Needs improvement",
  poor: "Poor",
} as const satisfies Record<VitalRating, string>;

/** Ratings aren't shown by color alone. */
export function ratingLabel(rating: VitalRating | null): string {
  return rating === null ? "Not rated" : RATING_LABELS[rating];
}
