import type { Schedule } from "./format-schedule";
import { formatIcsInstant } from "./ics";
import { countOccurrencesBefore, occurrencesBetween } from "./occurrence-range";
import { parseScheduleRule, type ScheduleRule } from "./schedule-rule";

/** A series of a calendar file: its first occurrence in ms since 1970, and the value of its RRULE. */
export interface IcsSeries {
  readonly start: number;
  /** Null for one that comes once. */
  readonly rule: string | null;
}

const DAY_CODES = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const WEEK_MS = 7 * 86_400_000;
const NO_END = Number.POSITIVE_INFINITY;

/**
 * A schedule from an instant (ms since 1970) on as series that mean the same in every calendar; none when nothing is
 * left, null when the schedule is not understood. It is one series, but for a first week that begins in its middle.
 */
export function icsSeries(schedule: Schedule, from: number): readonly IcsSeries[] | null {
  const rule = parseScheduleRule(schedule);
  if (!rule) return null;
  const single = findPartialFirstWeek(schedule, rule, from);
  if (single === null) return seriesFrom(schedule, rule, from);
  return [{ start: single, rule: null }, ...seriesFrom(schedule, rule, single + 1)];
}

function seriesFrom(schedule: Schedule, rule: ScheduleRule, from: number): readonly IcsSeries[] {
  const [start] = occurrencesBetween(schedule, { from, to: NO_END, limit: 1 }) ?? [];
  if (start === undefined) return [];
  return [{ start, rule: [...ruleParts(rule), ...endParts(schedule, rule, start)].join(";") }];
}

/**
 * In its first week servers count positions from the start on, so it may give another day than all later weeks do. Such
 * a day stands alone; RRULE has no word for it.
 */
function findPartialFirstWeek(
  schedule: Schedule,
  { frequency, start, weekdays, position }: ScheduleRule,
  from: number,
) {
  if (frequency !== "weekly" || !weekdays || position === null) return null;
  const monday = start.getTime() - weekdayOf(start.getTime()) * (WEEK_MS / 7);
  const [first] =
    occurrencesBetween(schedule, { from: Math.max(from, start.getTime()), to: monday + WEEK_MS, limit: 1 }) ??
    [];
  return first !== undefined && weekdayOf(first) !== dayAt(weekdays, position) ? first : null;
}

/** The weekday that a position picks of a whole week; undefined for none. */
function dayAt(weekdays: readonly number[], position: number): number | undefined {
  return weekdays.toSorted((a, b) => a - b).at(position > 0 ? position - 1 : position);
}

function ruleParts(rule: ScheduleRule): readonly string[] {
  const { frequency, interval } = rule;
  const every = interval === 1 ? [] : [`INTERVAL=${interval}`];
  return [`FREQ=${frequency.toUpperCase()}`, ...every, ...dayParts(rule)];
}

function dayParts({ frequency, start, weekdays, position }: ScheduleRule): readonly string[] {
  const dayOfMonth = `BYMONTHDAY=${start.getUTCDate()}`;
  switch (frequency) {
    case "daily":
      // Of one day any position that matches at all is the day itself.
      return weekdays ? [byDay(weekdays)] : [];
    case "weekly": {
      const picked = weekdays && position !== null ? dayAt(weekdays, position) : undefined;
      const days = picked === undefined ? (weekdays ?? [weekdayOf(start.getTime())]) : [picked];
      return [byDay(days), "WKST=MO"];
    }
    case "monthly":
      return weekdays ? byPosition(weekdays, position) : [dayOfMonth];
    case "yearly":
      return weekdays ? byPosition(weekdays, position) : [`BYMONTH=${start.getUTCMonth() + 1}`, dayOfMonth];
  }
}

function byDay(weekdays: readonly number[]): string {
  return `BYDAY=${weekdays
    .toSorted((a, b) => a - b)
    .map((day) => DAY_CODES[day] ?? "")
    .join(",")}`;
}

/** Of one weekday the position stands with it, "-1FR", which more calendars understand than BYSETPOS. */
function byPosition(weekdays: readonly number[], position: number | null): readonly string[] {
  const days = byDay(weekdays);
  if (position === null) return [days];
  if (weekdays.length === 1) return [days.replace("=", `=${position}`)];
  return [days, `BYSETPOS=${position}`];
}

/** COUNT or UNTIL, never both (RFC 5545): the count is what is left from the first occurrence of the file on. */
function endParts(schedule: Schedule, { until, count }: ScheduleRule, start: number): readonly string[] {
  const untilPart = until === null ? [] : [`UNTIL=${formatIcsInstant(until.getTime())}`];
  if (count === null) return untilPart;
  const remaining = count - (countOccurrencesBefore(schedule, start) ?? 0);
  if (until === null) return [`COUNT=${remaining}`];
  // `countBefore` minds both ends: what is counted up to the end is what there is.
  const all = countOccurrencesBefore(schedule, until.getTime() + 1) ?? 0;
  return all < count ? untilPart : [`COUNT=${remaining}`];
}

/** Monday is 0; 1970 began on a Thursday. */
function weekdayOf(time: number): number {
  const day = Math.floor(time / (WEEK_MS / 7));
  return (((day + 3) % 7) + 7) % 7;
}
