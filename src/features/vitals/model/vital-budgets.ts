import type { VitalBudgets } from "@/data/browser-storage/project-settings";
import { pluralize, toAsciiDigits } from "@/lib/text/numbers";
import { formatVital, getVitalThreshold, metricKey } from "@/lib/web-vitals/vital-thresholds";
import type { VitalReading } from "./vital-reading";

export type ParsedBudget =
  | { readonly ok: true; readonly budget: number | null }
  | { readonly ok: false; readonly message: string };

const FIGURE_PATTERN = /^(\d+(?:\.\d+)?|\.\d+)\s*(ms|s)?$/i;
const SECOND_MS = 1_000;

/** Parses a budget, such as "2500", "2,500 ms", "2.5 s", or "0.1". Empty text means no budget. */
export function parseBudget(metric: string, text: string): ParsedBudget {
  // The decimal and thousands separators of Arabic and Persian belong to their digits.
  const typed = toAsciiDigits(text.trim()).replaceAll("٫", ".").replaceAll("٬", ",");
  if (typed === "") return { ok: true, budget: null };
  const isTime = getVitalThreshold(metric)?.unit === "ms";
  const example = isTime ? "2500 ms or 2.5 s" : "0.1";
  // In durations, a comma before three digits separates thousands. Other commas are decimal.
  const normalized =
    /^\d{1,3}(,\d{3})+(?!\d)/.test(typed) && isTime ? typed.replaceAll(",", "") : typed.replace(",", ".");
  const match = FIGURE_PATTERN.exec(normalized);
  if (match === null)
    return {
      ok: false,
      message: `Enter a number such as ${example}, or leave the field empty.`,
    };
  const unit = match[2]?.toLowerCase();
  if (unit !== undefined && !isTime)
    return { ok: false, message: `${metric} has no unit. Enter a number such as 0.1.` };
  const figure = Number(match[1]) * (unit === "s" ? SECOND_MS : 1);
  if (!Number.isFinite(figure))
    return { ok: false, message: "This value is too large. Enter a smaller one." };
  // The user probably means seconds. In ms, every visit would exceed this budget.
  if (isTime && unit === undefined && figure > 0 && figure < 10)
    return { ok: false, message: `Add a unit: ${match[1]} s or ${match[1]} ms.` };
  return { ok: true, budget: figure };
}

const PLAIN_NUMBER_FORMAT = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 20, useGrouping: false });

export function formatBudget(metric: string, budget: number): string {
  const figure = PLAIN_NUMBER_FORMAT.format(budget);
  return getVitalThreshold(metric)?.unit === "ms" ? `${figure} ms` : figure;
}

export interface BudgetState {
  readonly budget: number;
  /** Whether the value exceeds the budget. Equal values don't. */
  readonly isOver: boolean;
  /** Such as "310 ms over the budget of 2,000 ms". */
  readonly label: string;
}

/** Compares a value with its budget. Null if either is missing. */
export function getBudgetState(
  budgets: VitalBudgets,
  { metric, value }: { readonly metric: string; readonly value: number | null },
): BudgetState | null {
  const budget = budgets.get(metricKey(metric));
  if (budget === undefined || value === null) return null;
  const isOver = value > budget;
  const limit = `the budget of ${formatVital(metric, budget)}`;
  const label = isOver ? `${formatVital(metric, value - budget)} over ${limit}` : `Within ${limit}`;
  return { budget, isOver, label };
}

/**
 * Describes a series for screen readers. Includes the number of values, the lowest, highest and
 * latest value, and the number of periods without data.
 */
export function trendSummary({ metric, points }: Pick<VitalReading, "metric" | "points">): string {
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
