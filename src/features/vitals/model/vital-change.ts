import { formatCount } from "@/lib/text/numbers";
import { getVitalThreshold } from "@/lib/web-vitals/vital-thresholds";
import type { VitalInterval } from "./vital-periods";

export interface VitalChange {
  /** Such as "3% worse than the week before". */
  readonly text: string;
  /** Start of `text`, such as "3% worse". */
  readonly shortText: string;
  /** The previous period, such as "the week before". */
  readonly reference: string;
  /** `higher` and `lower` are for unknown metrics, for which the app doesn't know whether higher is better. */
  readonly direction: "better" | "worse" | "same" | "higher" | "lower";
  readonly beforeText: string;
}

interface Figure {
  readonly value: number | null;
  readonly text: string;
  readonly period: string;
}

/** Smaller changes are "about the same". */
const NEGLIGIBLE_PERCENT = 0.5;

interface Comparison {
  readonly before: Figure;
  readonly now: Figure;
  /** Interval between the two periods if they are adjacent, otherwise null. */
  readonly interval: VitalInterval | null;
  readonly locale?: string | undefined;
}

/** Describes the change between two values. Null if either is missing. */
export function compareFigures(
  metric: string,
  { before, now, interval, locale }: Comparison,
): VitalChange | null {
  if (before.value === null || now.value === null) return null;
  const reference = interval === null ? before.period : `the ${interval} before`;
  const beforeText = before.text;
  const difference = now.value - before.value;
  const percent = (Math.abs(difference) / Math.abs(before.value)) * 100;
  const describe = (shortText: string, conjunction: string, direction: VitalChange["direction"]) => ({
    text: `${shortText} ${conjunction} ${reference}`,
    shortText,
    reference,
    direction,
    beforeText,
  });
  if (difference === 0) return describe("Same", "as", "same");
  if (percent < NEGLIGIBLE_PERCENT) return describe("About the same", "as", "same");
  const isUp = difference > 0;
  const isRated = getVitalThreshold(metric) !== null;
  const [upWord, downWord] = isRated ? (["worse", "better"] as const) : (["higher", "lower"] as const);
  const direction = isUp ? upWord : downWord;
  // A change from 0 has no percentage.
  const amount = Number.isFinite(percent)
    ? `${formatCount(Math.max(1, Math.round(percent)), locale)}% ${direction}`
    : `${direction[0]?.toUpperCase()}${direction.slice(1)}`;
  return describe(amount, "than", direction);
}
