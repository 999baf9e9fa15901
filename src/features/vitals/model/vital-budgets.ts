import type { VitalBudgets } from "@/data/browser-storage/project-settings";
import { toAsciiDigits } from "@/lib/text/numbers";
import { getVitalThreshold, metricKey } from "@/lib/web-vitals/vital-thresholds";
import {
  ambiguousBudgetMessage,
  BUDGET_TOO_LARGE,
  budgetFormatMessage,
  budgetLabel,
  budgetUnitMessage,
} from "./vital-messages";

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
  if (match === null) return { ok: false, message: budgetFormatMessage(example) };
  const unit = match[2]?.toLowerCase();
  if (unit !== undefined && !isTime) return { ok: false, message: budgetUnitMessage(metric) };
  const figure = Number(match[1]) * (unit === "s" ? SECOND_MS : 1);
  if (!Number.isFinite(figure)) return { ok: false, message: BUDGET_TOO_LARGE };
  // The user probably means seconds. In ms, every visit would exceed this budget.
  if (isTime && unit === undefined && figure > 0 && figure < 10) {
    return { ok: false, message: ambiguousBudgetMessage(match[1] ?? "") };
  }
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
  return { budget, isOver: value > budget, label: budgetLabel(metric, value, budget) };
}
