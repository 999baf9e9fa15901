import { WEEKDAYS } from "@/lib/time/calendar-days";
import { parseInstant } from "@/lib/time/dates";
import type { Schedule } from "./format-schedule";
import { getPosition } from "./schedule-rule";

// The Gregorian calendar repeats every 400 years, which is a whole number of weeks.
const WEEKS_PER_CYCLE = 20_871;
const YEARS_PER_CYCLE = 400;
const LEAP_YEARS_PER_CYCLE = 97;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const FEBRUARY = 1;

/** A period length in days, and the share of periods with that length. */
interface PeriodLength {
  readonly days: number;
  readonly share: number;
}

/**
 * Returns the average number of deliveries per week, such as 3.5 for every 2 days. Ignores the start and end of the
 * schedule. Returns null for an invalid schedule.
 */
export function averageDeliveriesPerWeek(schedule: Schedule): number | null {
  const { interval, byweekday } = schedule;
  const start = parseInstant(schedule.start_date);
  if (!start || !Number.isInteger(interval) || interval < 1) return null;
  const days = new Set((byweekday ?? []).map((name) => WEEKDAYS.findIndex((day) => day === name)));
  if (days.has(-1)) return null;
  const position = getPosition(schedule);
  switch (schedule.frequency) {
    case "daily":
      return dailyRate(interval, start, days, position);
    case "weekly":
      return (days.size === 0 ? 1 : averageMatches(WEEK_LENGTHS, days, position)) / interval;
    case "monthly": {
      const visits = (12 * YEARS_PER_CYCLE) / interval / WEEKS_PER_CYCLE;
      const months = monthsOf(start, interval);
      if (days.size === 0) return visits * dayShare(months, start.getUTCDate(), yearStep(interval), start);
      return visits * averageMatches(months.flatMap(monthLengths), days, position);
    }
    case "yearly": {
      const visits = YEARS_PER_CYCLE / interval / WEEKS_PER_CYCLE;
      if (days.size === 0)
        return visits * dayShare([start.getUTCMonth()], start.getUTCDate(), interval, start);
      return visits * averageMatches(YEAR_LENGTHS, days, position);
    }
    default:
      return null;
  }
}

const LEAP_SHARE = LEAP_YEARS_PER_CYCLE / YEARS_PER_CYCLE;
const WEEK_LENGTHS: readonly PeriodLength[] = [{ days: 7, share: 1 }];
const YEAR_LENGTHS: readonly PeriodLength[] = [
  { days: 366, share: LEAP_SHARE },
  { days: 365, share: 1 - LEAP_SHARE },
];

function dailyRate(interval: number, start: Date, days: ReadonlySet<number>, position: number | null) {
  // A period of one day has only the positions 1 and -1.
  if (position !== null && Math.abs(position) !== 1) return 0;
  if (days.size === 0) return 7 / interval;
  if (interval % 7 !== 0) return days.size / interval;
  return days.has((start.getUTCDay() + 6) % 7) ? 7 / interval : 0;
}

/** Returns the months that the rule visits, counted from 0. Each is visited equally often. */
function monthsOf(start: Date, interval: number): readonly number[] {
  const months = Array.from({ length: 12 }, (_, turn) => (start.getUTCMonth() + turn * (interval % 12)) % 12);
  return [...new Set(months)];
}

function yearStep(interval: number): number {
  let months = interval;
  while (months % 12 !== 0) months += interval;
  return months / 12;
}

function monthLengths(month: number, _index: number, months: readonly number[]): readonly PeriodLength[] {
  const days = MONTH_LENGTHS[month] ?? 31;
  if (month !== FEBRUARY) return [{ days, share: 1 / months.length }];
  return [
    { days: 29, share: LEAP_SHARE / months.length },
    { days: 28, share: (1 - LEAP_SHARE) / months.length },
  ];
}

/**
 * Returns the share of visited months that have the day. Shorter months are skipped (upstream-facts, Subscriptions).
 */
function dayShare(months: readonly number[], day: number, step: number, start: Date): number {
  let matchingMonths = 0;
  for (const month of months) {
    if (day <= (MONTH_LENGTHS[month] ?? 31)) matchingMonths += 1;
    else if (month === FEBRUARY && day === 29) matchingMonths += leapShare(start.getUTCFullYear(), step);
  }
  return matchingMonths / months.length;
}

function leapShare(first: number, step: number): number {
  let leaps = 0;
  for (let turn = 0; turn < YEARS_PER_CYCLE; turn += 1) {
    const year = (first + turn * (step % YEARS_PER_CYCLE)) % YEARS_PER_CYCLE;
    if (year % 4 === 0 && (year % 100 !== 0 || year === 0)) leaps += 1;
  }
  return leaps / YEARS_PER_CYCLE;
}

function averageMatches(
  lengths: readonly PeriodLength[],
  weekdays: ReadonlySet<number>,
  position: number | null,
): number {
  return lengths.reduce(
    (sum, { days, share }) => sum + share * averageMatchesInPeriod(days, weekdays, position),
    0,
  );
}

/**
 * Returns the average number of matching days in a period of this length. With a position, returns the probability
 * that a period has enough matching days, for a random first weekday.
 */
function averageMatchesInPeriod(
  days: number,
  weekdays: ReadonlySet<number>,
  position: number | null,
): number {
  if (position === null) return (days * weekdays.size) / 7;
  const missing = Math.abs(position) - Math.floor(days / 7) * weekdays.size;
  if (position === 0) return 0;
  let matchingStarts = 0;
  for (let first = 0; first < 7; first += 1) {
    let matching = 0;
    for (let day = first; day < first + (days % 7); day += 1) if (weekdays.has(day % 7)) matching += 1;
    if (matching >= missing) matchingStarts += 1;
  }
  return matchingStarts / 7;
}
