import { RRule } from "rrule";
import { utcWeekdayOf } from "@/lib/time/calendar-days";
import { formatTimeOfDay, offsetMinutes, toIso, wallClock } from "@/lib/time/dates";
import { findTimeChangeInstant } from "@/lib/time/time-changes";
import type { Schedule } from "./format-schedule";
import { deliverySlotMs, parseScheduleRule, type ScheduleRule, toDeliveryTime } from "./schedule-rule";

/** Range with exclusive bounds. The bounds apply before times are rounded up to a slot, as on the server. */
export interface OccurrenceRange {
  readonly after: Date;
  readonly before?: Date;
  readonly limit: number;
}

/** A time change that moves a series to another local time. */
export interface ScheduleTimeChange {
  readonly index: number;
  /** Instant of the time change, ISO 8601 in UTC. */
  readonly at: string;
  /** Local time of the occurrence before the change: "09:00". */
  readonly beforeLocal: string;
  /** Local time of the first occurrence after the change: "08:00". */
  readonly afterLocal: string;
  /** In minutes. Negative is earlier in the day. */
  readonly shiftMinutes: number;
}

/** The server plans the next delivery at least this long after now (upstream-facts, Subscriptions). */
export const DELIVERY_LEAD_MS = 15 * 60 * 1000;

// Prevents an endless loop. A daily rule takes 137 years to reach this limit.
const MAX_VISITS = 50_000;
const DAY_MS = 86_400_000;
const RRULE_FREQUENCIES = {
  daily: RRule.DAILY,
  weekly: RRule.WEEKLY,
  monthly: RRule.MONTHLY,
  yearly: RRule.YEARLY,
};

/**
 * Returns the occurrences as the server computes them (RFC 5545 in UTC). Weeks start on Monday,
 * `until` is inclusive, and the start date counts only if it matches the rule. Returns an empty
 * list for an invalid schedule. Never throws.
 */
export function listOccurrences(schedule: Schedule, range: OccurrenceRange): Date[] {
  const rule = parseScheduleRule(schedule);
  return rule ? collectOccurrences(rule, range).found : [];
}

/**
 * Returns the first occurrence after an instant. Returns null if there is no such occurrence, or if the schedule is
 * invalid.
 */
export function nextOccurrence(schedule: Schedule, after: Date): Date | null {
  return listOccurrences(schedule, { after, limit: 1 })[0] ?? null;
}

/** Whether the schedule has a delivery at an instant. Compares whole seconds. */
export function isOccurrence(schedule: Schedule, instant: Date): boolean {
  const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
  // The server rounds times up to the end of their slot.
  const before = toSeconds(instant) * 1000 - Math.max(1000, deliverySlotMs(schedule));
  const next = nextOccurrence(schedule, new Date(before));
  return next !== null && toSeconds(next) === toSeconds(instant);
}

/** Whether a schedule has no occurrence after an instant. False for an invalid schedule. */
export function isExhausted(schedule: Schedule, after: Date): boolean {
  const rule = parseScheduleRule(schedule);
  if (!rule || Number.isNaN(after.getTime())) return false;
  const { found, isLimitReached } = collectOccurrences(rule, { after, limit: 1 });
  return found.length === 0 && !isLimitReached;
}

/**
 * Returns the first time change that moves the occurrences to another local time, or null. `dates` must be ascending.
 */
export function findScheduleTimeChange(dates: readonly Date[], zone: string): ScheduleTimeChange | null {
  for (const [index, date] of dates.entries()) {
    const previous = dates[index - 1];
    if (previous === undefined) continue;
    const shiftMinutes = offsetMinutes(date, zone) - offsetMinutes(previous, zone);
    if (shiftMinutes === 0) continue;
    return {
      index,
      at: toIso(findTimeChangeInstant(previous, date, zone)),
      beforeLocal: formatTimeOfDay(wallClock(previous, zone)),
      afterLocal: formatTimeOfDay(wallClock(date, zone)),
      shiftMinutes,
    };
  }
  return null;
}

interface CollectedOccurrences {
  readonly found: Date[];
  /** Whether the search stopped at `MAX_VISITS`, so more occurrences may exist. */
  readonly isLimitReached: boolean;
}

function collectOccurrences(
  rule: ScheduleRule,
  { after, before, limit }: OccurrenceRange,
): CollectedOccurrences {
  const from = after.getTime();
  const to = before ? before.getTime() : Number.POSITIVE_INFINITY;
  const found: Date[] = [];
  if (Number.isNaN(from) || Number.isNaN(to) || !(limit >= 1) || neverMatches(rule))
    return { found, isLimitReached: false };
  let counted = 0;
  let visits = 0;
  toRRule(rule, from).all((date) => {
    visits += 1;
    if (date.getTime() >= to || visits > MAX_VISITS) return false;
    if (!hasPosition(rule, date)) return true;
    counted += 1;
    if (date.getTime() > from) found.push(new Date(toDeliveryTime(rule, date.getTime())));
    return found.length < limit && (rule.count === null || counted < rule.count);
  });
  return { found, isLimitReached: visits > MAX_VISITS };
}

/**
 * Creates an rrule without `count`. The caller applies `count`, because the library also counts invalid positions
 * (see `hasPosition`).
 */
function toRRule(rule: ScheduleRule, after: number): RRule {
  return new RRule(
    {
      freq: RRULE_FREQUENCIES[rule.frequency],
      interval: rule.interval,
      dtstart: skipAhead(rule, after),
      until: rule.until,
      byweekday: rule.weekdays ? [...rule.weekdays] : null,
      bysetpos: rule.position,
      wkst: RRule.MO,
    },
    true,
  );
}

/**
 * Moves the start of an old rule closer to `after`, to shorten the search. Stays one step before
 * `after`, because positions in the partial first week may differ.
 */
function skipAhead({ frequency, interval, count, start }: ScheduleRule, after: number): Date {
  if (count !== null || (frequency !== "daily" && frequency !== "weekly")) return start;
  const step = interval * (frequency === "weekly" ? 7 : 1) * DAY_MS;
  const steps = Math.floor((after - start.getTime()) / step) - 1;
  return steps > 0 ? new Date(start.getTime() + steps * step) : start;
}

/** Whether a rule never matches. For these rules, the library would search until the year 9999. */
function neverMatches({
  frequency,
  interval,
  start,
  until,
  count,
  weekdays,
  position,
}: ScheduleRule): boolean {
  if ((count !== null && count <= 0) || (until && until < start)) return true;
  if (!weekdays) return false;
  if (frequency === "daily" && interval % 7 === 0 && !weekdays.includes(utcWeekdayOf(start.getTime())))
    return true;
  const maxPosition = {
    daily: 1,
    weekly: weekdays.length,
    monthly: 4 * weekdays.length + Math.min(3, weekdays.length),
    yearly: 52 * weekdays.length + Math.min(2, weekdays.length),
  };
  return position !== null && Math.abs(position) > maxPosition[frequency];
}

/**
 * Whether the period of a date has enough matching days for a negative position. Works around a bug
 * in the rrule library, which picks the first day if there are too few. RFC 5545 picks none.
 */
function hasPosition({ frequency, start, weekdays, position }: ScheduleRule, date: Date): boolean {
  if (!weekdays || position === null || position >= -1) return true;
  const [first, last] = periodOf(frequency, date, start);
  let matching = 0;
  for (let day = first; day <= last; day += DAY_MS) if (weekdays.includes(utcWeekdayOf(day))) matching += 1;
  return matching >= -position;
}

/** Returns the first and last day of a date's period. The first week starts on the start date. */
function periodOf(frequency: ScheduleRule["frequency"], date: Date, start: Date): [number, number] {
  const day = midnight(date);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  switch (frequency) {
    case "daily":
      return [day, day];
    case "weekly": {
      const monday = day - utcWeekdayOf(day) * DAY_MS;
      return [Math.max(monday, midnight(start)), monday + 6 * DAY_MS];
    }
    case "monthly":
      return [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 0)];
    case "yearly":
      return [Date.UTC(year, 0, 1), Date.UTC(year, 12, 0)];
  }
}

function midnight(date: Date): number {
  return Math.floor(date.getTime() / DAY_MS) * DAY_MS;
}
