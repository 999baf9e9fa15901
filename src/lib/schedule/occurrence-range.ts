import type { Schedule } from "./format-schedule";
import { parseScheduleRule, type ScheduleRule } from "./schedule-rule";

/** Which occurrences are wanted. */
export interface OccurrenceWindow {
  /** In ms since 1970, included. */
  readonly from: number;
  /** In ms since 1970, not included. */
  readonly to: number;
  /** How many at most; all by default. */
  readonly limit?: number;
}

const DAY_MS = 86_400_000;
/** Servers, too, look no further. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59);

/** How a rule cuts time: its own periods, numbered from the start's. All days are numbers of days since 1970, in UTC. */
interface Periods {
  /** The first day of a period. */
  readonly begin: (index: number) => number;
  /** The last period that begins on the day or before it. */
  readonly indexOf: (day: number) => number;
  /** The days a period gives, ascending, the start's and later. */
  readonly days: (index: number) => readonly number[];
  /** How many days so many periods give, wherever they begin behind the first; null where it is not the same always. */
  readonly repeating: { readonly periods: number; readonly days: number } | null;
}

interface Series {
  readonly rule: ScheduleRule;
  readonly periods: Periods;
}

/** Records are asked for one month after the other: each schedule is read once. */
const SERIES_CACHE = new WeakMap<Schedule, Series | null>();

/**
 * The occurrences in a window, in ms since 1970: the same that `occurrences` gives, some fifty times as fast, by
 * arithmetic of its own. Null when the schedule is not understood. Never throws.
 */
export function occurrencesBetween(schedule: Schedule, window: OccurrenceWindow): number[] | null {
  const series = getSeries(schedule);
  return series && collectOccurrences(series, window);
}

/** How many occurrences there are before an instant (ms since 1970); null when the schedule is not understood. */
export function countOccurrencesBefore(schedule: Schedule, time: number): number | null {
  const series = getSeries(schedule);
  if (!series) return null;
  const { rule, periods } = series;
  const { until, count } = rule;
  const end = Math.min(time, until === null ? Number.POSITIVE_INFINITY : until.getTime() + 1, LAST_MS + 1);
  const day = Math.ceil((end - timeOfDay(rule)) / DAY_MS);
  return Math.min(Math.max(0, count ?? Number.POSITIVE_INFINITY), countDays(periods, day));
}

function getSeries(schedule: Schedule): Series | null {
  const known = SERIES_CACHE.get(schedule);
  if (known !== undefined) return known;
  const rule = parseScheduleRule(schedule);
  const series = rule && { rule, periods: createPeriods(rule) };
  SERIES_CACHE.set(schedule, series);
  return series;
}

function collectOccurrences(
  { rule, periods }: Series,
  { from, to, limit = Number.POSITIVE_INFINITY }: OccurrenceWindow,
) {
  const time = timeOfDay(rule);
  const until = rule.until?.getTime() ?? Number.POSITIVE_INFINITY;
  const first = Math.ceil((Math.max(from, rule.start.getTime()) - time) / DAY_MS);
  const last = Math.floor((Math.min(to - 1, until, LAST_MS) - time) / DAY_MS);
  const found: number[] = [];
  // Also where one of them is no number.
  if (!(first <= last)) return found;
  const remaining = rule.count === null ? limit : Math.min(limit, rule.count - countDays(periods, first));
  for (
    let index = periods.indexOf(first);
    found.length < remaining && periods.begin(index) <= last;
    index += 1
  ) {
    for (const day of periods.days(index)) {
      if (day < first) continue;
      if (day > last || found.length >= remaining) return found;
      found.push(day * DAY_MS + time);
    }
  }
  return found;
}

/** How many days before `day` a rule gives. */
function countDays(periods: Periods, day: number): number {
  const current = periods.indexOf(day);
  if (current < 0) return 0;
  let counted = 0;
  let index = 0;
  if (periods.repeating !== null && current > 0) {
    const turns = Math.floor((current - 1) / periods.repeating.periods);
    counted = periods.days(0).length + periods.repeating.days * turns;
    index = 1 + periods.repeating.periods * turns;
  }
  for (; index < current; index += 1) counted += periods.days(index).length;
  return counted + periods.days(current).filter((each) => each < day).length;
}

function createPeriods(rule: ScheduleRule): Periods {
  switch (rule.frequency) {
    case "daily":
      return rule.weekdays ? singleDays(rule, rule.weekdays) : evenDays(rule, rule.interval);
    case "weekly":
      return rule.weekdays ? weeks(rule, rule.weekdays) : evenDays(rule, rule.interval * 7);
    case "monthly":
      return months(rule, 1);
    case "yearly":
      return months(rule, 12);
  }
}

/** Every so many days. */
function evenDays(rule: ScheduleRule, step: number): Periods {
  const start = startDay(rule);
  const begin = (index: number) => start + index * step;
  return {
    begin,
    indexOf: (day) => Math.floor((day - start) / step),
    days: (index) => [begin(index)],
    repeating: { periods: 1, days: 1 },
  };
}

/** Every so many days, those that have a weekday. */
function singleDays(rule: ScheduleRule, weekdays: readonly number[]): Periods {
  const even = evenDays(rule, rule.interval);
  const days = (index: number) => pickPosition(filterWeekdays(even.begin(index), 1, weekdays), rule.position);
  // After seven steps, whatever their length, it is the same weekday again.
  const daysPerWeek = [0, 1, 2, 3, 4, 5, 6].reduce((sum, index) => sum + days(index).length, 0);
  return { ...even, days, repeating: { periods: 7, days: daysPerWeek } };
}

/** Weeks from Monday; the first one counts from the start on, positions in it too. */
function weeks(rule: ScheduleRule, weekdays: readonly number[]): Periods {
  const start = startDay(rule);
  const step = rule.interval * 7;
  const monday = start - weekdayOf(start);
  const begin = (index: number) => monday + index * step;
  const days = (index: number) => {
    const from = index === 0 ? start : begin(index);
    return pickPosition(filterWeekdays(from, begin(index) + 7 - from, weekdays), rule.position);
  };
  return {
    begin,
    indexOf: (day) => Math.floor((day - monday) / step),
    days,
    repeating: { periods: 1, days: days(1).length },
  };
}

/** Months or years, which begin with January wherever in the year the start is. */
function months(rule: ScheduleRule, monthsPerPeriod: 1 | 12): Periods {
  const { start, interval, weekdays, position } = rule;
  const from = startDay(rule);
  const startMonth = monthOf(from);
  const firstMonth = startMonth - (startMonth % monthsPerPeriod);
  const step = interval * monthsPerPeriod;
  const begin = (index: number) => firstOfMonth(firstMonth + index * step);
  return {
    begin,
    indexOf: (day) => Math.floor((monthOf(day) - firstMonth) / step),
    days(index) {
      if (!weekdays) return sameDay(startMonth + index * step, start.getUTCDate());
      const first = begin(index);
      const end = firstOfMonth(firstMonth + index * step + monthsPerPeriod);
      return pickPosition(filterWeekdays(first, end - first, weekdays), position).filter(
        (day) => day >= from,
      );
    },
    repeating: null,
  };
}

/** A month without that day is skipped, not shortened. */
function sameDay(month: number, dayOfMonth: number): number[] {
  const day = firstOfMonth(month) + dayOfMonth - 1;
  return day < firstOfMonth(month + 1) ? [day] : [];
}

function filterWeekdays(first: number, length: number, weekdays: readonly number[]): number[] {
  const days: number[] = [];
  let weekday = weekdayOf(first);
  for (let day = first; day < first + length; day += 1) {
    if (weekdays.includes(weekday)) days.push(day);
    weekday = weekday === 6 ? 0 : weekday + 1;
  }
  return days;
}

function pickPosition(days: number[], position: number | null): number[] {
  if (position === null) return days;
  const day = days.at(position > 0 ? position - 1 : position);
  return day === undefined ? [] : [day];
}

function startDay({ start }: ScheduleRule): number {
  return Math.floor(start.getTime() / DAY_MS);
}

function timeOfDay({ start }: ScheduleRule): number {
  return start.getTime() - Math.floor(start.getTime() / DAY_MS) * DAY_MS;
}

/** Monday is 0; 1970 began on a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Months since the year 0. */
function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function firstOfMonth(month: number): number {
  // Not from the year 0: `Date.UTC` takes it for 1900.
  return Date.UTC(2000, month - 24_000) / DAY_MS;
}
