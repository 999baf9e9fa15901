import { pluralize } from "@/lib/text/numbers";
import { formatVital } from "@/lib/web-vitals/vital-thresholds";

export const OUT_OF_ORDER_NOTE =
  "The server returned the periods out of order. They are shown sorted by time.";
export const NEGATIVE_VALUE_NOTE = "A value is negative, which isn't valid. It is shown unchanged.";

export function serverErrorNote(error: string): string {
  return `Server response: “${error}”`;
}

export function invalidSeriesNote(count: number): string {
  return `${pluralize(count, "series", "series")} couldn't be read. ${count === 1 ? "It's" : "They're"} shown as raw JSON.`;
}

/** Explains that an earlier period is shown. Both periods are formatted by `formatPeriod`. */
export function fallbackPeriodNote(missingPeriod: string, shownPeriod: string): string {
  return `No data for ${missingPeriod}. Showing ${shownPeriod}.`;
}

export function dateCountNote(valueCount: number, dateCount: number): string {
  return `The server returned ${pluralize(valueCount, "value", "values")} for ${pluralize(dateCount, "date", "dates")}.`;
}

export function budgetFormatMessage(example: string): string {
  return `Enter a number such as ${example}, or leave the field empty.`;
}

export function budgetUnitMessage(metric: string): string {
  return `${metric} has no unit. Enter a number such as 0.1.`;
}

export const BUDGET_TOO_LARGE = "This value is too large. Enter a smaller one.";

export function ambiguousBudgetMessage(figure: string): string {
  return `Add a unit: ${figure} s or ${figure} ms.`;
}

/**
 * Compares a value with its budget, such as "310 ms over the budget of 2,000 ms" or "Within the
 * budget of 2,000 ms".
 */
export function budgetLabel(metric: string, value: number, budget: number): string {
  const limit = formatVital(metric, budget);
  return value > budget
    ? `${formatVital(metric, value - budget)} over the budget of ${limit}`
    : `Within the budget of ${limit}`;
}

interface TrendValue {
  readonly period: string;
  readonly value: number | null;
  readonly text: string;
}

/**
 * Describes a series for screen readers. Includes the number of values, the lowest, highest and
 * latest value, and the number of periods without data.
 * @param points oldest first
 */
export function trendSummary({
  metric,
  points,
}: {
  readonly metric: string;
  readonly points: readonly TrendValue[];
}): string {
  const measuredPoints = points.filter(({ value }) => value !== null);
  const [first] = measuredPoints;
  const last = measuredPoints.at(-1);
  if (first === undefined || last === undefined) return points.length === 0 ? "No values." : "No data.";
  if (first === last) return `1 value: ${last.text} for ${last.period}.`;
  // `Math.min(...values)` could overflow the stack for long series.
  const [minValue, maxValue] = measuredPoints.reduce(
    ([min, max], { value }) => [Math.min(min, value ?? min), Math.max(max, value ?? max)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const format = (value: number) => formatVital(metric, value);
  const gapCount = points.length - measuredPoints.length;
  return [
    `${pluralize(measuredPoints.length, "value", "values")} from ${first.period} to ${last.period}.`,
    `Lowest ${format(minValue)}, highest ${format(maxValue)}, latest ${last.text}.`,
    gapCount > 0 ? `${pluralize(gapCount, "period", "periods")} without data.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}
