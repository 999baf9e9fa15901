import { formatCount } from "@/lib/text/numbers";
import { thresholdOf } from "@/lib/web-vitals/vital-thresholds";
import type { VitalInterval } from "./vital-periods";

/** How a figure differs from the one before. */
export interface VitalChange {
  /** For example "3% worse than the week before". */
  readonly words: string;
  /** `higher` and `lower` for a metric of which nobody here knows which end is the good one. */
  readonly direction: "better" | "worse" | "same" | "higher" | "lower";
  /** The figure before, with its unit. */
  readonly beforeWords: string;
}

interface Figure {
  readonly value: number | null;
  readonly words: string;
  readonly period: string;
}

/** Parts of a hundred below which two figures are about the same. */
const HARDLY = 0.5;

interface Comparison {
  readonly before: Figure;
  readonly now: Figure;
  /** How far apart they are, where they follow each other directly. */
  readonly interval: VitalInterval | null;
  readonly locale?: string | undefined;
}

/** Compares two figures of one metric; null where one is missing. */
export function vitalChange(
  metric: string,
  { before, now, interval, locale }: Comparison,
): VitalChange | null {
  if (before.value === null || now.value === null) return null;
  const then = interval === null ? `the figure of ${before.period}` : `the ${interval} before`;
  const beforeWords = before.words;
  const difference = now.value - before.value;
  const percent = (Math.abs(difference) / Math.abs(before.value)) * 100;
  if (difference === 0) return { words: `The same as ${then}`, direction: "same", beforeWords };
  if (percent < HARDLY) return { words: `About the same as ${then}`, direction: "same", beforeWords };
  const isUp = difference > 0;
  const isKnown = thresholdOf(metric) !== null;
  const [up, down] = isKnown ? (["worse", "better"] as const) : (["higher", "lower"] as const);
  const direction = isUp ? up : down;
  // Nothing has no percentage: 0.08 after 0.
  const size = Number.isFinite(percent)
    ? `${formatCount(Math.max(1, Math.round(percent)), locale)}% ${direction}`
    : `${direction[0]?.toUpperCase()}${direction.slice(1)}`;
  return { words: `${size} than ${then}`, direction, beforeWords };
}
