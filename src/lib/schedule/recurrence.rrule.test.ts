import fc from "fast-check";
import { RRule } from "rrule";
import { expect, it } from "vitest";
import { utcWeekdayOf, WEEKDAYS } from "@/lib/time/calendar-days";
import type { Schedule } from "./format-schedule";
import { countOccurrencesBefore, nextOccurrence, occurrencesBetween } from "./recurrence";

const DAY = 86_400_000;
/** Start days with edge cases: ends of months, leap days, the distant past. */
const startDay = fc.oneof(
  fc.integer({ min: Date.UTC(1903, 0, 1) / DAY, max: Date.UTC(2041, 0, 1) / DAY }),
  fc.integer({ min: Date.UTC(2022, 0, 1) / DAY, max: Date.UTC(2028, 0, 1) / DAY }),
  fc
    .tuple(
      fc.constantFrom(1999, 2000, 2023, 2024, 2025, 2026, 2027, 2028),
      fc.integer({ min: 0, max: 11 }),
      fc.constantFrom(1, 28, 29, 30, 31),
    )
    .map(([year, month, day]) => Date.UTC(year, month, day) / DAY),
  fc.constantFrom(1904, 1996, 2024, 2096).map((year) => Date.UTC(year, 1, 29) / DAY),
);
const second = fc.oneof(fc.constantFrom(0, DAY / 1000 - 1, 32_400), fc.integer({ min: 0, max: 86_399 }));
const instant = fc
  .tuple(startDay, second)
  .map(([day, time]) => new Date(day * DAY + time * 1000).toISOString().replace(".000Z", "Z"));

type Frequency = "daily" | "weekly" | "monthly" | "yearly";
interface KnownSchedule extends Schedule {
  readonly frequency: Frequency;
}

const anySchedules = fc.record<KnownSchedule>({
  frequency: fc.constantFrom("daily", "weekly", "monthly", "yearly"),
  interval: fc.oneof(
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 60 }),
    fc.constantFrom(7, 12, 2 ** 31),
  ),
  byweekday: fc.option(fc.array(fc.constantFrom(...WEEKDAYS), { maxLength: 8 }), { freq: 2 }),
  bysetpos: fc.option(
    fc.oneof(fc.constantFrom(1, 2, 3, 4, -1), fc.constantFrom(5, 6, -2, -3, -4, -5, 20, 52, 53, -53)),
    { freq: 2 },
  ),
  count: fc.option(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 3000 })), { freq: 2 }),
  start_date: instant,
  until_date: fc.option(instant, { freq: 2 }),
});
const windows = fc
  .tuple(startDay, second, fc.oneof(fc.constantFrom(1, 7, 30, 42), fc.integer({ min: 0, max: 1500 })))
  .map(([day, time, length]) => ({ from: day * DAY + time * 1000, to: (day + length) * DAY + time * 1000 }));

const RRULE_FREQUENCIES = {
  daily: RRule.DAILY,
  weekly: RRule.WEEKLY,
  monthly: RRule.MONTHLY,
  yearly: RRule.YEARLY,
};

/** Whether the rule can match. The library searches other rules until the year 9999. */
function canMatch({ frequency, interval, byweekday, bysetpos, start_date }: KnownSchedule): boolean {
  const weekdays = new Set<string>(byweekday).size;
  if (byweekday === null || weekdays === 0) return true;
  const startWeekday = WEEKDAYS[utcWeekdayOf(Date.parse(start_date))] ?? "";
  if (frequency === "daily" && interval % 7 === 0 && !byweekday.includes(startWeekday)) return false;
  const maxPosition = {
    daily: 1,
    weekly: weekdays,
    monthly: 4 * weekdays + Math.min(3, weekdays),
    yearly: 52 * weekdays + Math.min(2, weekdays),
  };
  return Math.abs(bysetpos ?? 0) <= maxPosition[frequency];
}

const schedules = anySchedules.filter(canMatch);

function toRRule(schedule: KnownSchedule): RRule {
  const { frequency, interval, byweekday, bysetpos, count, start_date, until_date } = schedule;
  const weekdays = byweekday?.map((name) => WEEKDAYS.findIndex((weekday) => weekday === name)) ?? [];
  return new RRule(
    {
      freq: RRULE_FREQUENCIES[frequency],
      interval,
      dtstart: new Date(start_date),
      until: until_date === null ? null : new Date(until_date),
      count,
      byweekday: weekdays.length > 0 ? weekdays : null,
      bysetpos: weekdays.length > 0 ? bysetpos : null,
      wkst: RRule.MO,
    },
    true,
  );
}

interface Window {
  readonly from: number;
  readonly to: number;
}

function libraryTimes(schedule: KnownSchedule, { from, to }: Window): number[] {
  return toRRule(schedule)
    .between(new Date(from), new Date(to - 1), true)
    .map(Number);
}

/**
 * Computes a window's occurrences with the library. The library misreads positions below -1: in a period with too few
 * days, it picks the first day, and RFC 5545 picks none. For such positions, this picks from all days of the library.
 */
function expectedTimes(schedule: KnownSchedule, window: Window): number[] {
  const { bysetpos, byweekday, count, until_date } = schedule;
  if (bysetpos === null || bysetpos >= -1 || !byweekday?.length) return libraryTimes(schedule, window);
  const everyDay = { ...schedule, bysetpos: null, count: null, until_date: null };
  const times = libraryTimes(everyDay, { from: Date.parse(schedule.start_date), to: window.to + 366 * DAY });
  const periods = times.map((time) => periodOf(schedule.frequency, time));
  return times
    .filter((_, index) => {
      const period = periods[index];
      return periods[index - bysetpos - 1] === period && periods[index - bysetpos] !== period;
    })
    .slice(0, count ?? undefined)
    .filter((time) => time >= window.from && time < window.to)
    .filter((time) => until_date === null || time <= Date.parse(until_date));
}

function periodOf(frequency: Frequency, time: number): number | string {
  if (frequency === "weekly") return Math.floor(time / DAY) - utcWeekdayOf(time);
  const length = { daily: 10, monthly: 7, yearly: 4 }[frequency];
  return new Date(time).toISOString().slice(0, length);
}

it("equal those of the library for any schedule", () => {
  let seen = 0;
  fc.assert(
    fc.property(schedules, windows, fc.constantFrom(null, -3, 40, 400, 4000), (schedule, window, near) => {
      // Moves most windows relative to the start date, because most edge cases occur near it.
      const start = Date.parse(schedule.start_date);
      const shift = near === null ? 0 : start + near * DAY - window.from;
      const shifted = { from: window.from + shift, to: window.to + shift };
      const expected = expectedTimes(schedule, shifted);
      seen += expected.length;
      expect(occurrencesBetween(schedule, shifted)).toEqual(expected);
    }),
    { numRuns: 800 },
  );
  expect(seen).toBeGreaterThan(10_000);
});

it("are none where the library finds none before the year 10000", () => {
  fc.assert(
    fc.property(
      anySchedules.filter((schedule) => !canMatch(schedule)),
      (schedule) => {
        expect(nextOccurrence(schedule, new Date(0))).toBeNull();
        expect(countOccurrencesBefore(schedule, Date.UTC(2030, 0))).toBe(0);
      },
    ),
  );
});

it("are counted as they are listed", () => {
  fc.assert(
    fc.property(schedules, windows, (schedule, { to }) => {
      const all = occurrencesBetween(schedule, { from: 0 - 80 * 366 * DAY, to });
      expect(countOccurrencesBefore(schedule, to)).toBe(all?.length);
    }),
    { numRuns: 40 },
  );
});

it("are rounded up to half an hour where the next delivery is, within the window", () => {
  const slot = DAY / 48;
  const roundUp = (time: number) => Math.ceil(time / slot) * slot;
  fc.assert(
    fc.property(schedules, windows, (schedule, { from, to }) => {
      const next_delivery_date = new Date(roundUp(Date.parse(schedule.start_date))).toISOString();
      const served = { ...schedule, next_delivery_date };
      const expected = (occurrencesBetween(schedule, { from: from - slot, to }) ?? []).map(roundUp);
      const found = occurrencesBetween(served, { from, to }) ?? [];
      expect(found).toEqual(expected.filter((time) => time >= from && time < to));
      const countBefore = (time: number) => countOccurrencesBefore(served, time) ?? 0;
      expect(countBefore(to) - countBefore(from)).toBe(found.length);
    }),
  );
});
