import { WEEKDAYS } from "@/lib/time/calendar-days";
import { parseInstant } from "@/lib/time/dates";
import type { Schedule } from "./format-schedule";

const FREQUENCIES = new Map<string, ScheduleRule["frequency"]>([
  ["daily", "daily"],
  ["weekly", "weekly"],
  ["monthly", "monthly"],
  ["yearly", "yearly"],
]);

/** A validated schedule. Weekdays are in UTC, and Monday is 0. */
export interface ScheduleRule {
  readonly frequency: "daily" | "weekly" | "monthly" | "yearly";
  readonly interval: number;
  readonly start: Date;
  readonly until: Date | null;
  readonly count: number | null;
  /** Null if the start date determines the day. */
  readonly weekdays: readonly number[] | null;
  /** See `getPosition`. */
  readonly position: number | null;
  /** Occurrences are rounded up to multiples of this duration, in ms. */
  readonly slotMs: number;
}

/**
 * Returns the time from an occurrence to its delivery, in ms. The result is the same every day, because a day is a
 * whole number of slots.
 */
export function deliveryDelay(rule: Pick<ScheduleRule, "slotMs" | "start">): number {
  return toDeliveryTime(rule, rule.start.getTime()) - rule.start.getTime();
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
  const frequency = FREQUENCIES.get(schedule.frequency);
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
  const slotMs = deliverySlotMs(schedule);
  return { frequency, interval, start, until, count, weekdays, position, slotMs };
}

function readWeekdays(names: readonly string[] | null): number[] | null | undefined {
  if (names === null || names.length === 0) return null;
  const numbers = [...new Set(names.map((name) => WEEKDAYS.findIndex((day) => day === name)))];
  return numbers.includes(-1) ? undefined : numbers;
}

const SLOT_MS = 30 * 60_000;
const DAY_MS = 86_400_000;

export interface SlotSchedule {
  readonly start_date: string;
  /** Only records from the server have this field. */
  readonly next_delivery_date?: string | null | undefined;
  /** Whether the server delivers only at minutes 0 and 30. Derived from the next delivery of a record. */
  readonly hasSlots?: boolean | undefined;
}

/**
 * Returns the slot length, in ms. The slot is half an hour if the server has delivery slots, or if
 * the next delivery is the scheduled time rounded up to minute 0 or 30. Otherwise, the slot is 1 ms
 * (server-generations, Subscriptions).
 */
function deliverySlotMs({ start_date, next_delivery_date, hasSlots }: SlotSchedule): number {
  if (hasSlots) return SLOT_MS;
  const next = next_delivery_date ? parseInstant(next_delivery_date)?.getTime() : undefined;
  const start = parseInstant(start_date)?.getTime();
  if (next === undefined || start === undefined || next % SLOT_MS !== 0) return 1;
  const delay = (((next - start) % DAY_MS) + DAY_MS) % DAY_MS;
  return delay > 0 && delay < SLOT_MS ? SLOT_MS : 1;
}

/** Returns the delivery time of an occurrence. Both are in ms since 1970. */
export function toDeliveryTime({ slotMs }: { readonly slotMs: number }, time: number): number {
  return Math.ceil(time / slotMs) * slotMs;
}
