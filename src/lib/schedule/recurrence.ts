import { weekdayOf } from "@/lib/time/calendar-days";
import type { Schedule } from "./format-schedule";
import { itemAtPosition, parseScheduleRule, type ScheduleRule } from "./schedule-rule";

/** Range with exclusive bounds. The bounds apply before times are rounded up to a slot, as on the server. */
export interface OccurrenceRange {
  readonly after: Date;
  readonly before?: Date;
  readonly limit: number;
}

export interface OccurrenceWindow {
  /** In ms since 1970, inclusive. */
  readonly from: number;
  /** In ms since 1970, exclusive. */
  readonly to: number;
  /** Unlimited by default. */
  readonly limit?: number;
}

/** The server plans the next delivery at least this long after now (upstream-facts, Subscriptions). */
export const DELIVERY_LEAD_MS = 15 * 60_000;

const DAY_MS = 86_400_000;
/** The server has the same limit. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59);

/** A rule's periods, numbered from the start date. Days are counted from 1970 in UTC. */
interface Periods {
  readonly begin: (index: number) => number;
  readonly indexOf: (day: number) => number;
  /** Returns the matching days of a period in ascending order. Excludes days before the start date. */
  readonly days: (index: number) => readonly number[];
  /**
   * After the first period, any `periods` consecutive periods have `days` matching days in total.
   * Null when the number varies.
   */
  readonly repeating: { readonly periods: number; readonly days: number } | null;
}

interface Series {
  readonly rule: ScheduleRule;
  readonly periods: Periods;
}

/** Parsed schedules, cached because callers request many months of the same schedule. */
const SERIES_CACHE = new WeakMap<Schedule, Series | null>();

/**
 * Returns the occurrences as the server computes them (RFC 5545 in UTC). Weeks start on Monday, `until` is
 * inclusive, and the start date counts only if it matches the rule. Returns an empty list for an invalid schedule.
 */
export function listOccurrences(schedule: Schedule, { after, before, limit }: OccurrenceRange): Date[] {
  const series = getSeries(schedule);
  if (!series) return [];
  const { delayMs } = series.rule;
  const to = before?.getTime() ?? Number.POSITIVE_INFINITY;
  return collectOccurrences(series, { from: after.getTime() + 1, to, limit }).map(
    (time) => new Date(time + delayMs),
  );
}

/** Returns the first occurrence after an instant, or null if there is none or the schedule is invalid. */
export function nextOccurrence(schedule: Schedule, after: Date): Date | null {
  return listOccurrences(schedule, { after, limit: 1 })[0] ?? null;
}

/** Whether a schedule has no occurrence after an instant. False for an invalid schedule. */
export function isExhausted(schedule: Schedule, after: Date): boolean {
  return getSeries(schedule) !== null && nextOccurrence(schedule, after) === null;
}

/** Whether the schedule has a delivery at an instant. Compares whole seconds. */
export function isOccurrence(schedule: Schedule, instant: Date): boolean {
  const from = Math.floor(instant.getTime() / 1000) * 1000;
  return occurrencesBetween(schedule, { from, to: from + 1 })?.length === 1;
}

/** Returns the deliveries in a window, in ms since 1970, or null for an invalid schedule. */
export function occurrencesBetween(schedule: Schedule, window: OccurrenceWindow): number[] | null {
  const series = getSeries(schedule);
  if (!series) return null;
  const { delayMs } = series.rule;
  const found = collectOccurrences(series, {
    ...window,
    from: window.from - delayMs,
    to: window.to - delayMs,
  });
  return delayMs === 0 ? found : found.map((time) => time + delayMs);
}

/** Counts the occurrences before an instant (ms since 1970). Returns null for an invalid schedule. */
export function countOccurrencesBefore(schedule: Schedule, time: number): number | null {
  const series = getSeries(schedule);
  if (!series) return null;
  const { rule, periods } = series;
  const { until, count } = rule;
  const end = Math.min(
    time - rule.delayMs,
    until === null ? Number.POSITIVE_INFINITY : until.getTime() + 1,
    LAST_MS + 1,
  );
  const day = Math.ceil((end - timeOfDay(rule)) / DAY_MS);
  return Math.min(Math.max(0, count ?? Number.POSITIVE_INFINITY), countDays(periods, day));
}

const DAYS_PER_YEAR = 365.25;
const PERIOD_DAYS = { daily: 1, weekly: 7, monthly: DAYS_PER_YEAR / 12, yearly: DAYS_PER_YEAR };
/** Weekdays and leap years repeat after 28 years. */
const AVERAGED_YEARS = 28;
/** Matching days in the averaged periods, by rule. Many of the 100,000 schedules of a list have the same rule. */
const matchingDays = new Map<string, number>();

/**
 * Returns the average number of deliveries per week, such as 3.5 for every 2 days. Ignores the start and end of the
 * schedule. Returns null for an invalid schedule.
 */
export function averageDeliveriesPerWeek(schedule: Schedule): number | null {
  // Isn't cached, because lists compute the average once per record.
  const series = createSeries(schedule);
  if (!series) return null;
  const { frequency, interval } = series.rule;
  const { periods, days } = series.periods.repeating ?? averageMonths(series);
  return (days * 7) / (periods * interval * PERIOD_DAYS[frequency]);
}

function averageMonths({ rule, periods: { days: daysOf } }: Series) {
  const { frequency, interval, weekdays, position, start } = rule;
  const periods = frequency === "monthly" ? 12 * AVERAGED_YEARS : AVERAGED_YEARS;
  const key = [
    frequency,
    interval,
    weekdays,
    position,
    start.getUTCMonth(),
    weekdays ?? start.getUTCDate(),
  ].join();
  let days = matchingDays.get(key);
  if (days === undefined) {
    days = 0;
    for (let index = 1; index <= periods; index += 1) days += daysOf(index).length;
    matchingDays.set(key, days);
  }
  return { periods, days };
}

export function isEveryDay(schedule: Schedule): boolean {
  const rule = getSeries(schedule)?.rule;
  if (rule === undefined || rule.interval !== 1 || rule.position !== null) return false;
  if (rule.frequency === "daily" && rule.weekdays === null) return true;
  return (rule.frequency === "daily" || rule.frequency === "weekly") && rule.weekdays?.length === 7;
}

function getSeries(schedule: Schedule): Series | null {
  const known = SERIES_CACHE.get(schedule);
  if (known !== undefined) return known;
  const series = createSeries(schedule);
  SERIES_CACHE.set(schedule, series);
  return series;
}

function createSeries(schedule: Schedule): Series | null {
  const rule = parseScheduleRule(schedule);
  return rule && { rule, periods: createPeriods(rule) };
}

function collectOccurrences(
  series: Series,
  { from, to, limit = Number.POSITIVE_INFINITY }: OccurrenceWindow,
): number[] {
  const { rule, periods } = series;
  const time = timeOfDay(rule);
  const until = rule.until?.getTime() ?? Number.POSITIVE_INFINITY;
  const first = Math.ceil((Math.max(from, rule.start.getTime()) - time) / DAY_MS);
  const last = Math.floor((Math.min(to - 1, until, LAST_MS) - time) / DAY_MS);
  const found: number[] = [];
  // The negated comparison is also true for NaN.
  if (!(first <= last) || neverMatches(series)) return found;
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

/** Whether a rule never matches. Without this check, the search would continue until the year 9999. */
function neverMatches({ rule, periods }: Series): boolean {
  const { frequency, weekdays, position } = rule;
  if (periods.repeating !== null) return periods.repeating.days === 0;
  if (weekdays === null || position === null) return false;
  const [fullWeeks, extraDays] = frequency === "monthly" ? [4, 3] : [52, 2];
  return Math.abs(position) > fullWeeks * weekdays.length + Math.min(extraDays, weekdays.length);
}

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
      return rule.weekdays ? periodsOfDays(rule, rule.weekdays, 1) : evenDays(startDay(rule), rule.interval);
    case "weekly":
      return rule.weekdays
        ? periodsOfDays(rule, rule.weekdays, 7)
        : evenDays(startDay(rule), rule.interval * 7);
    case "monthly":
      return months(rule, 1);
    case "yearly":
      return months(rule, 12);
  }
}

function evenDays(first: number, step: number): Periods {
  const begin = (index: number) => first + index * step;
  return {
    begin,
    indexOf: (day) => Math.floor((day - first) / step),
    days: (index) => [begin(index)],
    repeating: { periods: 1, days: 1 },
  };
}

/**
 * Creates periods of one day, or weeks that start on Monday. The first week contains only days from the start date on,
 * and positions are counted from there.
 */
function periodsOfDays(rule: ScheduleRule, weekdays: readonly number[], length: 1 | 7): Periods {
  const start = startDay(rule);
  const even = evenDays(length === 7 ? start - weekdayOf(start) : start, rule.interval * length);
  const days = (index: number) => {
    const begin = even.begin(index);
    const from = Math.max(begin, start);
    return pickPosition(filterWeekdays(from, begin + length - from, weekdays), rule.position);
  };
  if (length === 7) return { ...even, days, repeating: { periods: 1, days: days(1).length } };
  // Seven steps of any length return to the same weekday.
  const daysPerWeek = [0, 1, 2, 3, 4, 5, 6].reduce((sum, index) => sum + days(index).length, 0);
  return { ...even, days, repeating: { periods: 7, days: daysPerWeek } };
}

/** Creates periods of months or years. Years start in January, regardless of the start date. */
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

/** Returns an empty list for a month that lacks the day. */
function sameDay(month: number, dayOfMonth: number): number[] {
  const day = firstOfMonth(month) + dayOfMonth - 1;
  return day < firstOfMonth(month + 1) ? [day] : [];
}

function filterWeekdays(first: number, length: number, weekdays: readonly number[]): number[] {
  const days: number[] = [];
  for (let offset = 0; offset < length; offset += 1) {
    if (weekdays.includes(weekdayOf(first + offset))) days.push(first + offset);
  }
  return days;
}

function pickPosition(days: number[], position: number | null): number[] {
  if (position === null) return days;
  const day = itemAtPosition(days, position);
  return day === undefined ? [] : [day];
}

function startDay({ start }: ScheduleRule): number {
  return Math.floor(start.getTime() / DAY_MS);
}

function timeOfDay({ start }: ScheduleRule): number {
  return start.getTime() - Math.floor(start.getTime() / DAY_MS) * DAY_MS;
}

/** Returns the number of months since year 0. */
function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function firstOfMonth(month: number): number {
  // `Date.UTC` treats the years 0–99 as 1900–1999, so months are counted from the year 2000.
  return Date.UTC(2000, month - 24_000) / DAY_MS;
}
