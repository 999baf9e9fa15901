import { upperFirst } from "@/lib/text/normalize-text";
import { formatCount } from "@/lib/text/numbers";
import { formatCivilDay } from "@/lib/time/calendar-days";
import { formatDay, parseInstant } from "@/lib/time/dates";
import { getVitalThreshold } from "@/lib/web-vitals/vital-thresholds";

/** Time between consecutive values of a series. */
export type VitalInterval = "hour" | "day" | "week" | "month";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Parses a value's date as UTC, with or without a time. Returns ms since 1970, or null for an invalid date. */
export function parseDay(text: string | undefined): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?/.exec(text?.trim() ?? "");
  if (match === null) return null;
  return parseInstant(`${match[1]}T${match[2] ?? "00:00"}Z`)?.getTime() ?? null;
}

/** Shortest and longest time between values. Days with a time change are shorter or longer. */
const INTERVAL_RANGES: readonly (readonly [interval: VitalInterval, min: number, max: number])[] = [
  ["hour", HOUR_MS, HOUR_MS],
  ["day", 23 * HOUR_MS, 25 * HOUR_MS],
  ["week", 7 * DAY_MS - HOUR_MS, 7 * DAY_MS + HOUR_MS],
  ["month", 28 * DAY_MS - HOUR_MS, 31 * DAY_MS + HOUR_MS],
];

/** Returns the interval between the times, or null if the times are irregular or one is unknown. */
export function inferInterval(times: readonly (number | null)[]): VitalInterval | null {
  const knownTimes = times.filter((time) => time !== null);
  if (knownTimes.length < 2 || knownTimes.length < times.length) return null;
  const steps = knownTimes.slice(1).map((time, index) => time - (knownTimes[index] ?? 0));
  const range = INTERVAL_RANGES.find(([, min, max]) => steps.every((step) => step >= min && step <= max));
  return range?.[0] ?? null;
}

/** Returns the end of a period, in ms since 1970. */
export function periodEnd(start: number, interval: VitalInterval): number {
  const date = new Date(start);
  if (interval === "month") return date.setUTCMonth(date.getUTCMonth() + 1);
  return start + { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS }[interval];
}

/** Capitalizes a period or a word: "Week of 15 Nov 2026" for "the week of 15 Nov 2026". */
export function capitalize(text: string): string {
  return upperFirst(text.replace(/^the /, ""));
}

function createUtcFormatter(locale: string | undefined) {
  return locale === undefined ? { zone: "UTC" } : { zone: "UTC", locale };
}

/**
 * Formats a period for use in a sentence, such as "the week of 15 Nov 2026" or "November 2026".
 * @param start ms since 1970, interpreted as UTC
 */
export function formatPeriod(start: number, interval: VitalInterval | null, locale?: string): string {
  const iso = new Date(start).toISOString();
  const day = formatDay(iso, createUtcFormatter(locale));
  if (interval === "week") return `the week of ${day}`;
  if (interval === "month") return formatCivilDay(start / DAY_MS, { month: "long", year: "numeric" }, locale);
  return start % DAY_MS === 0 ? day : `${day}, ${iso.slice(11, 16)}`;
}

/**
 * Formats a date range: "14 Nov 2026 to 21 Nov 2026", or "since 14 Nov 2026" without an end.
 * Returns null without a start.
 */
export function formatDateRange(
  range: { readonly date_from: string | null; readonly date_to: string | null } | null,
  locale?: string,
): string | null {
  const dayOf = (text: string | null | undefined) => {
    const start = parseDay(text?.slice(0, 10));
    return start === null ? null : formatDay(new Date(start).toISOString(), createUtcFormatter(locale));
  };
  const [from, to] = [dayOf(range?.date_from), dayOf(range?.date_to)];
  if (from === null || to === null) return from === null ? null : `since ${from}`;
  return from === to ? from : `${from} to ${to}`;
}

export interface VitalChange {
  /** Such as "3% worse than the week before". */
  readonly text: string;
  /** Start of `text`, such as "3% worse". */
  readonly shortText: string;
  /** The previous period, such as "the week before". */
  readonly reference: string;
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
  const difference = now.value - before.value;
  const percent = (Math.abs(difference) / Math.abs(before.value)) * 100;
  const describe = (shortText: string, conjunction: string) => ({
    text: `${shortText} ${conjunction} ${reference}`,
    shortText,
    reference,
    beforeText: before.text,
  });
  if (difference === 0) return describe("Same", "as");
  if (percent < NEGLIGIBLE_PERCENT) return describe("About the same", "as");
  // The app doesn't know whether a higher value of an unknown metric is better.
  const isRated = getVitalThreshold(metric) !== null;
  const words = isRated ? { up: "worse", down: "better" } : { up: "higher", down: "lower" };
  const word = difference > 0 ? words.up : words.down;
  // A change from 0 has no percentage.
  const amount = Number.isFinite(percent)
    ? `${formatCount(Math.max(1, Math.round(percent)), locale)}% ${word}`
    : capitalize(word);
  return describe(amount, "than");
}
