import { WEEKDAYS } from "@/lib/time/calendar-days";
import { parseInstant } from "@/lib/time/dates";
import type { Schedule } from "./format-schedule";

const FREQUENCIES = ["daily", "weekly", "monthly", "yearly"] as const;

/** A validated schedule. Weekdays are in UTC, and Monday is 0. */
export interface ScheduleRule {
  readonly frequency: (typeof FREQUENCIES)[number];
  readonly interval: number;
  readonly start: Date;
  readonly until: Date | null;
  readonly count: number | null;
  /** In ascending order. Null if the start date determines the day. */
  readonly weekdays: readonly number[] | null;
  /** See `getPosition`. */
  readonly position: number | null;
  /** Time from each occurrence to its delivery, in ms. */
  readonly delayMs: number;
}

/** Whether the server applies weekday positions to schedules of this frequency. */
export function appliesPosition(frequency: string, limitsPositionToMonths: boolean): boolean {
  return !limitsPositionToMonths || frequency === "monthly";
}

/**
 * Returns the weekday position that the server applies, or null. Servers ignore it without weekdays. Servers that
 * return `enabled` also ignore it in schedules that aren't monthly (server-generations, At a glance).
 */
export function getPosition({ frequency, byweekday, bysetpos, enabled }: Schedule): number | null {
  if (byweekday === null || byweekday.length === 0) return null;
  return appliesPosition(frequency, enabled !== undefined) ? bysetpos : null;
}

/** Parses a schedule. Returns null for an invalid schedule, because the server's behavior is unknown. */
export function parseScheduleRule(schedule: Schedule): ScheduleRule | null {
  const frequency = FREQUENCIES.find((known) => known === schedule.frequency);
  const start = parseInstant(schedule.start_date);
  const until = schedule.until_date === null ? null : parseInstant(schedule.until_date);
  const weekdays = readWeekdays(schedule.byweekday);
  if (frequency === undefined || !start || weekdays === undefined) return null;
  if (schedule.until_date !== null && !until) return null;
  if (!Number.isInteger(schedule.interval) || schedule.interval < 1) return null;
  if (schedule.count !== null && !Number.isInteger(schedule.count)) return null;
  const position = getPosition(schedule);
  // RFC 5545, BYSETPOS: 1 to 366 or -366 to -1.
  if (position !== null && (!Number.isInteger(position) || position === 0 || Math.abs(position) > 366))
    return null;
  // The server computes in whole seconds.
  start.setUTCMilliseconds(0);
  const { interval, count } = schedule;
  const delayMs = getDelayMs(start.getTime(), schedule);
  return { frequency, interval, start, until, count, weekdays, position, delayMs };
}

/** Returns the item at a weekday position, which counts from 1, or from -1 at the end. */
export function itemAtPosition(items: readonly number[], position: number): number | undefined {
  return items.at(position > 0 ? position - 1 : position);
}

function readWeekdays(names: readonly string[] | null): number[] | null | undefined {
  if (names === null || names.length === 0) return null;
  const numbers = WEEKDAYS.flatMap((day, index) => (names.includes(day) ? index : []));
  return numbers.length === new Set(names).size ? numbers : undefined;
}

const SLOT_MS = 30 * 60_000;
const DAY_MS = 86_400_000;

/**
 * Returns the time to the next minute 0 or 30 if the server delivers only then. It does if `hasSlots` is true, or if
 * the next delivery is the scheduled time rounded up (server-generations, Subscriptions). Otherwise returns 0.
 * @param start ms since 1970
 */
function getDelayMs(start: number, { next_delivery_date, hasSlots }: Schedule): number {
  const delayMs = Math.ceil(start / SLOT_MS) * SLOT_MS - start;
  if (hasSlots || delayMs === 0) return delayMs;
  const next = parseInstant(next_delivery_date ?? "")?.getTime() ?? Number.NaN;
  return (next - start - delayMs) % DAY_MS === 0 ? delayMs : 0;
}
