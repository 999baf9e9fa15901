import fc from "fast-check";
import { expect, it } from "vitest";
import { WEEKDAYS } from "@/lib/time/calendar-days";
import type { Schedule } from "./format-schedule";
import { countOccurrencesBefore, occurrencesBetween } from "./occurrence-range";
import { listOccurrences } from "./recurrence";
import { buildSchedule } from "./schedule.fixture";

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

const schedules = fc.record<Schedule>({
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

/** Computes a window's occurrences with `listOccurrences`, which uses the `rrule` library. */
function slowly(schedule: Schedule, { from, to }: { readonly from: number; readonly to: number }): number[] {
  return listOccurrences(schedule, { after: new Date(from - 1), before: new Date(to), limit: 100_000 }).map(
    Number,
  );
}

it("equal those of the library for any schedule", () => {
  let seen = 0;
  fc.assert(
    fc.property(schedules, windows, fc.constantFrom(null, -3, 40, 400, 4000), (schedule, window, near) => {
      // Moves most windows relative to the start date, because most edge cases occur near it.
      const start = Date.parse(schedule.start_date);
      const shift = near === null ? 0 : start + near * DAY - window.from;
      const shifted = { from: window.from + shift, to: window.to + shift };
      const expected = slowly(schedule, shifted);
      seen += expected.length;
      expect(occurrencesBetween(schedule, shifted)).toEqual(expected);
    }),
    { numRuns: 800 },
  );
  expect(seen).toBeGreaterThan(10_000);
});

it("are counted as they are listed", () => {
  fc.assert(
    fc.property(schedules, windows, (schedule, { to }) => {
      const all = slowly(schedule, { from: 0 - 80 * 366 * DAY, to });
      expect(countOccurrencesBefore(schedule, to)).toBe(all.length);
    }),
    { numRuns: 40 },
  );
});

const weekly = buildSchedule();
const at = (text: string) => Date.parse(text);

it("include the start of the window, but not its end", () => {
  const window = { from: at("2026-11-23T09:00:00Z"), to: at("2026-12-07T09:00:00Z") };
  expect(occurrencesBetween(weekly, window)).toEqual([
    at("2026-11-23T09:00:00Z"),
    at("2026-11-30T09:00:00Z"),
  ]);
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

it.each(["daily", "weekly", "monthly", "yearly"])(
  "end after the first period of an endless interval: %s",
  (frequency) => {
    const window = { from: at("2026-11-23T09:00:00Z"), to: at("2200-01-01T00:00:00Z") };
    const endless = { ...weekly, frequency, interval: Number.MAX_SAFE_INTEGER, byweekday: ["monday"] };
    const found = occurrencesBetween(endless, window);
    expect(found?.[0]).toBe(window.from);
    expect(found?.at(-1)).toBeLessThan(at("2027-01-01T00:00:00Z"));
    expect(countOccurrencesBefore(endless, window.to)).toBe(found?.length);
  },
);

it("stop at the limit, and find a distant first one", () => {
  const from = at("2097-01-01T00:00:00Z");
  const leap = { ...weekly, frequency: "yearly", start_date: "2024-02-29T09:00:00Z" };
  // 2100 isn't a leap year.
  expect(occurrencesBetween(leap, { from, to: Number.POSITIVE_INFINITY, limit: 1 })).toEqual([
    at("2104-02-29T09:00:00Z"),
  ]);
});

it("handle huge counts, are null for an invalid schedule, and empty for an invalid window", () => {
  const endless = { ...weekly, frequency: "daily", count: 2 ** 31 - 1, start_date: "1000-01-01T00:00:00Z" };
  const from = at("2026-11-23T00:00:00Z");
  expect(occurrencesBetween(endless, { from, to: from + DAY })).toEqual([from]);
  const window = { from: 0, to: at("2027-01-01T00:00:00Z") };
  expect(occurrencesBetween({ ...weekly, frequency: "hourly" }, window)).toBeNull();
  expect(countOccurrencesBefore({ ...weekly, start_date: "soon" }, 0)).toBeNull();
  expect(occurrencesBetween(weekly, { from: Number.NaN, to: 1 })).toEqual([]);
  expect(occurrencesBetween(weekly, { from: 2, to: 1 })).toEqual([]);
});
