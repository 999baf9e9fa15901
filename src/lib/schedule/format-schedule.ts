import { formatList, formatOrdinal, pluralize, UI_LOCALE } from "@/lib/text/numbers";
import { formatCivilDay, toCivilDay } from "@/lib/time/calendar-days";
import { formatDay, formatTimeOfDay, isKnownZone, parseInstant, wallClock } from "@/lib/time/dates";
import { getPosition } from "./schedule-rule";

/** A schedule with API field names. Servers evaluate schedules in UTC (upstream-facts, Subscriptions). */
export interface Schedule {
  readonly frequency: string;
  readonly interval: number;
  readonly byweekday: readonly string[] | null;
  readonly bysetpos: number | null;
  readonly count: number | null;
  readonly start_date: string;
  readonly until_date: string | null;
  /** Only records from the server have this field. */
  readonly next_delivery_date?: string | null | undefined;
  /** Whether the server delivers only at minutes 0 and 30. Derived from the next delivery of a record. */
  readonly hasSlots?: boolean | undefined;
  /** Only servers that limit weekday positions to monthly schedules return this field. */
  readonly enabled?: boolean | null | undefined;
}

export interface FormatScheduleOptions {
  /** IANA time zone of the formatted times. */
  readonly zone: string;
  /**
   * Instant whose UTC offset is used, ideally the next delivery. The UTC hour is fixed, so the local hour varies with
   * daylight saving time. Defaults to the start date.
   */
  readonly at?: string | null | undefined;
}

const UNKNOWN = "(unknown value)";
const UNITS = new Map([
  ["daily", "day"],
  ["weekly", "week"],
  ["monthly", "month"],
  ["yearly", "year"],
]);
const WEEKDAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const WORKING_DAYS = WEEKDAY_NAMES.slice(0, 5);
const WEEKDAY_VALUES = WEEKDAY_NAMES.map((name) => name.toLowerCase());
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const POSITIONS = new Map([
  [1, "first"],
  [2, "second"],
  [3, "third"],
  [4, "fourth"],
  [5, "fifth"],
]);

/**
 * Formats a schedule: "Every 2 months on the last Friday at 17:30". Days are in UTC, and the time is local. If the
 * local day differs, shows both the UTC time and the local time. Marks unknown values.
 */
export function formatSchedule(schedule: Schedule, options: FormatScheduleOptions): string {
  const start = parseInstant(schedule.start_date);
  const days =
    weekdayLabels(schedule).length > 0 ? formatWeekdays(schedule) : formatStartDay(schedule, start);
  const time = start
    ? formatTime(start, days !== "" || !UNITS.has(schedule.frequency), options)
    : ` (invalid start date “${schedule.start_date}”)`;
  return `${formatEveryWeekday(schedule, days) ?? `${formatFrequency(schedule)}${days}`}${time}`;
}

/**
 * Formats a schedule for a table: "Mon 09:00", "Every 2 weeks, Wed", "Monthly, last weekday",
 * "Monthly, first Tue". Weekdays are local, like the time, because the row shows the next delivery in local time.
 * Falls back to the long form for unknown values and invalid start dates.
 */
export function formatShortSchedule(schedule: Schedule, options: FormatScheduleOptions): string {
  const { frequency, interval } = schedule;
  const start = parseInstant(schedule.start_date);
  const names = weekdayLabels(schedule);
  const isKnown =
    start !== null &&
    UNITS.has(frequency) &&
    Number.isInteger(interval) &&
    interval > 0 &&
    names.every((name) => WEEKDAY_NAMES.includes(name));
  if (!isKnown) return formatSchedule(schedule, options);
  const { time, dayShift } = localTime(start, options);
  const every = SHORT_FREQUENCIES.get(`${interval} ${frequency}`) ?? formatFrequency(schedule);
  const isByDay = frequency === "weekly" || frequency === "daily";
  const position = getPosition(schedule);
  if (position !== null) {
    const days = formatPosition(schedule, position, names).replace(/^ on (?:the )?/, " ");
    return `${every},${days.replace(formatWeekdaySet(names), shortWeekdaySet(names))}`;
  }
  if (!isByDay) return `${every}, ${formatShortDay(schedule, start, names)}`;
  const weekdays =
    names.length > 0 || frequency === "daily"
      ? names
      : [WEEKDAY_NAMES[wallClock(start, "UTC").weekday] ?? ""];
  const days = weekdays.length > 0 ? formatShortDays(shiftWeekdays(weekdays, dayShift)) : "";
  if (interval === 1) return `${days || every} ${time}`;
  return frequency === "daily" ? `${every}${days && `, ${days}`} ${time}` : `${every}, ${days}`;
}

const SHORT_FREQUENCIES = new Map([
  ["1 daily", "Daily"],
  ["1 weekly", "Weekly"],
  ["1 monthly", "Monthly"],
  ["3 monthly", "Quarterly"],
  ["1 yearly", "Yearly"],
]);

function shiftWeekdays(names: readonly string[], days: number): readonly string[] {
  const count = WEEKDAY_NAMES.length;
  const isShifted = (name: string, index: number) =>
    names.includes(WEEKDAY_NAMES[(index - days + count) % count] ?? name);
  return days === 0 ? names : WEEKDAY_NAMES.filter(isShifted);
}

/** Formats days as "Mon", "Mon/Wed", "Mon–Wed", or "weekday". */
function shortWeekdaySet(names: readonly string[]): string {
  const set = formatWeekdaySet(names);
  if (/^[a-z]/.test(set)) return set;
  const days = names.map((name) => name.slice(0, 3));
  const isRange = days.length > 2 && WEEKDAY_NAMES.join().includes(names.join());
  return isRange ? `${days[0]}–${days.at(-1)}` : days.join("/");
}

/** Formats days as "Mon, Wed", "Weekdays", or "Daily". */
function formatShortDays(names: readonly string[]): string {
  if (names.length === WEEKDAY_NAMES.length) return "Daily";
  if (names.join() === WORKING_DAYS.join()) return "Weekdays";
  return names.map((name) => name.slice(0, 3)).join(", ");
}

/** Formats the day of a month or year: "4th", "every Mon", "March 14". */
function formatShortDay(schedule: Schedule, start: Date, names: readonly string[]): string {
  if (names.length > 0) return `every ${formatShortDays(names)}`;
  return schedule.frequency === "yearly" ? formatMonthDay(start) : formatOrdinal(start.getUTCDate());
}

/** Formats the day in UTC: "March 14". */
function formatMonthDay(start: Date): string {
  const day = toCivilDay(start.getTime(), "UTC");
  return formatCivilDay(day, { month: "long", day: "numeric" }, UI_LOCALE);
}

/**
 * Formats a schedule that runs every week as "Every Monday". Returns null for other schedules, and
 * for a schedule with a position or an unknown weekday.
 */
function formatEveryWeekday(schedule: Schedule, days: string): string | null {
  const { frequency, interval } = schedule;
  const names = weekdayLabels(schedule);
  const isPicked = getPosition(schedule) !== null;
  const areKnown = names.every((name) => WEEKDAY_NAMES.includes(name));
  if (frequency !== "weekly" || interval !== 1 || isPicked || !areKnown || days === "") return null;
  return names.join() === WORKING_DAYS.join() ? "Every weekday" : `Every${days.slice(" on".length)}`;
}

function formatFrequency({ frequency, interval }: Schedule): string {
  const unit = UNITS.get(frequency);
  if (unit === undefined) return `${frequency} ${UNKNOWN}${interval === 1 ? "" : `, interval ${interval}`}`;
  if (interval === 1) return `Every ${unit}`;
  const frequencyText = `Every ${interval} ${unit}s`;
  return Number.isInteger(interval) && interval > 0 ? frequencyText : `${frequencyText} (invalid interval)`;
}

/** Returns known weekdays in order without duplicates, then unknown values. */
function weekdayLabels({ byweekday }: Schedule): string[] {
  const served = byweekday ?? [];
  const known = WEEKDAY_NAMES.filter((_, index) => served.includes(WEEKDAY_VALUES[index] ?? ""));
  const unknown = served
    .filter((value) => !WEEKDAY_VALUES.includes(value))
    .map((value) => `${value} ${UNKNOWN}`);
  return [...known, ...new Set(unknown)];
}

function formatWeekdays(schedule: Schedule): string {
  const days = weekdayLabels(schedule);
  const position = getPosition(schedule);
  if (position !== null) return formatPosition(schedule, position, days);
  const list = formatList(days);
  switch (schedule.frequency) {
    case "daily":
      return `, only on ${list}`;
    case "monthly":
    case "yearly":
      return ` on every ${list}`;
    default:
      return ` on ${list}`;
  }
}

function formatPosition({ frequency }: Schedule, position: number, days: readonly string[]): string {
  const set = formatWeekdaySet(days);
  // Position 0 is invalid, and a period has at most 366 days (RFC 5545, BYSETPOS).
  if (!Number.isInteger(position) || position === 0 || Math.abs(position) > 366) {
    return ` on position ${position} ${UNKNOWN} of ${set}`;
  }
  const size = Math.abs(position);
  const word = POSITIONS.get(size) ?? formatOrdinal(size);
  const fromEnd = size === 1 ? "last" : `${word}-to-last`;
  const unit = UNITS.get(frequency);
  // The month is the usual period of a position.
  const scope = unit === undefined || frequency === "monthly" ? "" : ` of the ${unit}`;
  return ` on the ${position > 0 ? word : fromEnd} ${set}${scope}`;
}

function formatWeekdaySet(days: readonly string[]): string {
  const list = days.join();
  if (list === WEEKDAY_NAMES.join()) return "day";
  if (list === WORKING_DAYS.join()) return "weekday";
  if (list === WEEKDAY_NAMES.slice(5).join()) return "weekend day";
  return formatList(days, "or");
}

/** Formats the day of the start date in UTC, for schedules without weekdays. */
function formatStartDay({ frequency, interval }: Schedule, start: Date | null): string {
  if (!start) return "";
  const { weekday, day, month } = wallClock(start, "UTC");
  switch (frequency) {
    case "weekly":
      return ` on ${WEEKDAY_NAMES[weekday] ?? ""}`;
    case "monthly":
      return ` on the ${formatOrdinal(day)}${formatSkippedMonths(day, month, interval)}`;
    case "yearly":
      return ` on ${formatMonthDay(start)}${day === 29 && month === 2 ? " (leap years only)" : ""}`;
    default:
      return "";
  }
}

/** Formats a note about months that are skipped because they don't have this day (upstream-facts, Subscriptions). */
function formatSkippedMonths(day: number, month: number, interval: number): string {
  const steps = Number.isInteger(interval) && interval > 0 ? interval : 1;
  const reached = Array.from({ length: 12 }, (_, turn) => (month - 1 + turn * (steps % 12)) % 12);
  const short = new Set(reached.filter((index) => (MONTH_LENGTHS[index] ?? 31) < day));
  if (short.size === 0) return "";
  if (day === 31) return " (skips shorter months)";
  if (day === 30) return " (skips February)";
  return new Set(reached).size === 1 ? " (leap years only)" : " (February in leap years only)";
}

interface LocalTime {
  readonly utc: string;
  /** Marked if the zone is unknown and the time is in UTC. */
  readonly time: string;
  /** Days from the UTC day to the local day, from -1 to 1. */
  readonly dayShift: number;
}

function localTime(start: Date, { zone, at }: FormatScheduleOptions): LocalTime {
  const reference = (at ? parseInstant(at) : null) ?? start;
  // The schedule's UTC time on the reference day. This instant determines the zone's offset.
  let instant = new Date(reference);
  instant.setUTCHours(start.getUTCHours(), start.getUTCMinutes(), start.getUTCSeconds(), 0);
  const delayMs = reference.getTime() - instant.getTime();
  // Some servers round delivery times up to the next half hour (server-generations, At a glance).
  if (delayMs > 0 && delayMs < 1_800_000) instant = reference;
  const utc = formatClock(instant, "UTC");
  if (!isKnownZone(zone)) return { utc, time: `${utc} UTC`, dayShift: 0 };
  const time = formatClock(instant, zone);
  const localDay = wallClock(instant, zone).day;
  if (wallClock(instant, "UTC").day === localDay) return { utc, time, dayShift: 0 };
  const isAfter = wallClock(new Date(instant.getTime() + 86_400_000), "UTC").day === localDay;
  return { utc, time, dayShift: isAfter ? 1 : -1 };
}

function formatTime(start: Date, hasDays: boolean, options: FormatScheduleOptions): string {
  const { utc, time, dayShift } = localTime(start, options);
  if (!hasDays || dayShift === 0) return ` at ${time}`;
  return ` at ${utc} UTC (${time} the ${dayShift > 0 ? "next" : "previous"} day in ${options.zone})`;
}

function formatClock(instant: Date, zone: string): string {
  return formatTimeOfDay(wallClock(instant, zone));
}

/** Formats the end of a schedule: "until 31 Dec 2026", "10 times", or both. Returns null without an end. */
export function formatScheduleEnd(
  schedule: Schedule,
  { zone, locale }: { readonly zone: string; readonly locale?: string },
): string | null {
  const until =
    schedule.until_date === null
      ? null
      : `until ${formatDay(schedule.until_date, { zone: isKnownZone(zone) ? zone : "UTC", ...(locale && { locale }) })}`;
  if (schedule.count === null) return until;
  const times = schedule.count === 1 ? "once" : pluralize(schedule.count, "time", "times", locale);
  if (until === null) return times;
  return schedule.count === 1 ? `${until}, at most once` : `${until}, at most ${times}`;
}
