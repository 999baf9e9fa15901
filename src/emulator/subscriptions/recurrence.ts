/** A subscription's schedule fields in wire format. */
export interface Schedule {
  readonly frequency: string;
  readonly interval: number;
  readonly byweekday: readonly string[] | null;
  readonly bysetpos: number | null;
  /** Total number of deliveries, counted from `start_date`. */
  readonly count: number | null;
  readonly start_date: string;
  readonly until_date: string | null;
}

const DAY_MS = 86_400_000;
/** Minimum time from now to the next planned delivery (upstream-facts, Subscriptions). */
const MIN_LEAD_MS = 15 * 60_000;
/** RFC 5545 libraries stop at this date. It also ends the search for days that never occur. */
const MAX_TIME_MS = Date.UTC(9999, 11, 31);
const MONDAY_FIRST = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Returns the number of days since 1970-01-01 in UTC. The functions below represent days as these numbers. */
function toDayNumber(year: number, month: number, day: number): number {
  return Math.floor(Date.UTC(year, month, day) / DAY_MS);
}

/** Returns the weekday. Monday is 0, and 1970-01-01 was a Thursday. */
function getWeekday(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

function listWeekdays(first: number, end: number, weekdays: readonly number[]): readonly number[] {
  const days: number[] = [];
  for (let day = first; day < end; day++) if (weekdays.includes(getWeekday(day))) days.push(day);
  return days;
}

/** Periods of a frequency, counted from the start date's period. */
interface Periods {
  firstDayOf(index: number): number;
  indexOf(day: number): number;
  /**
   * Returns a period's days if `byweekday` isn't set. The only day is the one that corresponds to
   * the start date. Returns an empty list if the period lacks that day.
   */
  defaultDaysOf(index: number): readonly number[];
}

function createFixedPeriods(startDay: number, firstDay: number, length: number): Periods {
  return {
    firstDayOf: (index) => firstDay + index * length,
    indexOf: (day) => Math.floor((day - firstDay) / length),
    defaultDaysOf: (index) => [startDay + index * length],
  };
}

/**
 * Creates weekly periods, which start on Monday. The first period starts on the start date, as in
 * dateutil, the library that servers use.
 */
function createWeekPeriods(startDay: number): Periods {
  const weeks = createFixedPeriods(startDay, startDay - getWeekday(startDay), 7);
  return { ...weeks, firstDayOf: (index) => (index === 0 ? startDay : weeks.firstDayOf(index)) };
}

/** Creates periods of a month or a year. Skips months without the start date's day (RFC 5545). */
function createMonthPeriods(start: Date, monthsPerPeriod: 1 | 12): Periods {
  const year = start.getUTCFullYear();
  const month = monthsPerPeriod === 12 ? 0 : start.getUTCMonth();
  return {
    firstDayOf: (index) => toDayNumber(year, month + index * monthsPerPeriod, 1),
    indexOf: (day) => {
      const date = new Date(day * DAY_MS);
      return Math.floor(((date.getUTCFullYear() - year) * 12 + date.getUTCMonth() - month) / monthsPerPeriod);
    },
    defaultDaysOf: (index) => {
      const targetMonth = new Date(
        toDayNumber(year, start.getUTCMonth() + index * monthsPerPeriod, 1) * DAY_MS,
      );
      const day = toDayNumber(targetMonth.getUTCFullYear(), targetMonth.getUTCMonth(), start.getUTCDate());
      return new Date(day * DAY_MS).getUTCDate() === start.getUTCDate() ? [day] : [];
    },
  };
}

function createPeriods(frequency: string, start: Date): Periods | undefined {
  const startDay = Math.floor(start.getTime() / DAY_MS);
  if (frequency === "daily") return createFixedPeriods(startDay, startDay, 1);
  if (frequency === "weekly") return createWeekPeriods(startDay);
  if (frequency === "monthly") return createMonthPeriods(start, 1);
  return frequency === "yearly" ? createMonthPeriods(start, 12) : undefined;
}

/** Returns a period's days that match the rule, in ascending order. */
function selectDays(periods: Periods, index: number, schedule: Schedule): readonly number[] {
  const { byweekday, bysetpos } = schedule;
  if (!byweekday || byweekday.length === 0) return periods.defaultDaysOf(index);
  const weekdays = byweekday.map((name) => MONDAY_FIRST.indexOf(name));
  const days = listWeekdays(periods.firstDayOf(index), periods.firstDayOf(index + 1), weekdays);
  if (bysetpos === null) return days;
  const day = days.at(bysetpos > 0 ? bysetpos - 1 : bysetpos);
  return day === undefined ? [] : [day];
}

const MAX_WEEKDAYS_PER_PERIOD: Readonly<Record<string, number>> = {
  daily: 1,
  weekly: 1,
  monthly: 5,
  yearly: 53,
};

/**
 * Whether every period has too few matching days for the position, such as for the second Monday of a day. A search
 * would never find a match.
 */
function isPositionOutOfRange({ frequency, byweekday, bysetpos }: Schedule): boolean {
  if (!byweekday || bysetpos === null) return false;
  const maxPosition =
    frequency === "daily" ? 1 : (MAX_WEEKDAYS_PER_PERIOD[frequency] ?? 0) * byweekday.length;
  return byweekday.length > 0 && Math.abs(bysetpos) > maxPosition;
}

/**
 * Returns the first period to search. If `count` is set, deliveries must be counted from the start.
 */
function findFirstPeriod(periods: Periods, schedule: Schedule, after: number): number {
  if (schedule.count !== null) return 0;
  const periodIndex = Math.max(0, periods.indexOf(Math.floor(after / DAY_MS)));
  return Math.floor(periodIndex / schedule.interval) * schedule.interval;
}

/**
 * Returns the first occurrence after an instant, or null. The rule is RRULE(freq, interval, dtstart, until, count,
 * byweekday), with bysetpos when byweekday is set. Times are in UTC, and weeks start on Monday.
 */
export function findNextOccurrence(schedule: Schedule, after: Date): Date | null {
  const start = new Date(schedule.start_date);
  const periods = createPeriods(schedule.frequency, start);
  if (!periods || schedule.interval < 1 || isPositionOutOfRange(schedule)) return null;
  const timeOfDay = ((start.getTime() % DAY_MS) + DAY_MS) % DAY_MS;
  const until = schedule.until_date === null ? Number.POSITIVE_INFINITY : Date.parse(schedule.until_date);
  const end = Math.min(until, MAX_TIME_MS);
  let remaining = schedule.count ?? Number.POSITIVE_INFINITY;
  let index = findFirstPeriod(periods, schedule, after.getTime());
  for (; periods.firstDayOf(index) * DAY_MS <= end; index += schedule.interval) {
    for (const day of selectDays(periods, index, schedule)) {
      const time = day * DAY_MS + timeOfDay;
      if (time < start.getTime()) continue;
      if (remaining <= 0 || time > end) return null;
      if (time > after.getTime()) return new Date(time);
      remaining--;
    }
    if (remaining <= 0) return null;
  }
  return null;
}

export function findNextDelivery(schedule: Schedule, now: Date): Date | null {
  return findNextOccurrence(schedule, new Date(now.getTime() + MIN_LEAD_MS));
}

const UNITS: Readonly<Record<string, string>> = {
  daily: "day",
  weekly: "week",
  monthly: "month",
  yearly: "year",
};
const POSITIONS: Readonly<Record<number, string>> = {
  1: "first",
  2: "second",
  3: "third",
  4: "fourth",
  [-1]: "last",
};

/** Formats the schedule like the server's summary (upstream-facts, Subscriptions). */
export function formatSummary(schedule: Schedule): string {
  const unit = UNITS[schedule.frequency];
  if (unit === undefined) return "sent on a schedule";
  const isMultiple = schedule.interval > 1;
  const every = isMultiple ? `sent every ${schedule.interval} ${unit}s` : `sent every ${unit}`;
  const [weekday, ...others] = schedule.byweekday ?? [];
  if (weekday === undefined || schedule.bysetpos === null) return every;
  const position = POSITIONS[schedule.bysetpos];
  if (position === undefined) return "sent on a schedule";
  const day = others.length > 0 ? "day" : `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}`;
  return `${every} on the ${position} ${day}`;
}
