import fc from "fast-check";
import { rrulestr } from "rrule";
import { expect, it } from "vitest";
import { WEEKDAYS } from "@/lib/time/calendar-days";
import type { Schedule } from "./format-schedule";
import { formatIcsInstant, icsSeries } from "./ics";
import { listOccurrences } from "./recurrence";
import { buildSchedule } from "./schedule.fixture";

const DAY = 86_400_000;
const FOUR_YEARS = 1461 * DAY;

function readBack(rule: Schedule, from: number, to: number): number[] {
  const series = icsSeries(rule, from) ?? [];
  return series
    .flatMap((one) =>
      one.rule === null
        ? [one.start]
        : rrulestr(`DTSTART:${formatIcsInstant(one.start)}\nRRULE:${one.rule}`)
            .between(new Date(from), new Date(to - 1), true)
            .map(Number),
    )
    .sort((a, b) => a - b);
}

const from = Date.parse("2026-11-24T00:00:00Z");
it.each<[string, Partial<Schedule>, string, string]>([
  ["every week", {}, "20261130T090000Z", "FREQ=WEEKLY;BYDAY=MO;WKST=MO"],
  [
    "the first working day",
    { frequency: "monthly", byweekday: WEEKDAYS.slice(0, 5), bysetpos: 1 },
    "20261201T090000Z",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
  ],
  [
    "a count and an end that comes first",
    { count: 40, until_date: "2026-12-24T00:00:00Z" },
    "20261130T090000Z",
    "FREQ=WEEKLY;BYDAY=MO;WKST=MO;UNTIL=20261224T000000Z",
  ],
])("%s", (_, changes, start, rule) => {
  const [series, ...others] = icsSeries(buildSchedule(changes), from) ?? [];
  expect(others).toEqual([]);
  expect(series && formatIcsInstant(series.start)).toBe(start);
  expect(series?.rule).toBe(rule);
});

it.each<[string, Partial<Schedule>, string]>([
  ["an end", {}, "UNTIL=20261207T093000Z"],
  ["a count that is reached with the end", { count: 3 }, "COUNT=2"],
  ["a count that comes after the end", { count: 4 }, "UNTIL=20261207T093000Z"],
])("keep the last delivery at a later slot with %s", (_, changes, end) => {
  const delayed = buildSchedule({
    start_date: "2026-11-23T09:10:00Z",
    next_delivery_date: "2026-11-30T09:30:00Z",
    until_date: "2026-12-07T09:10:00Z",
    ...changes,
  });
  expect(icsSeries(delayed, from)?.map(({ rule }) => rule)).toEqual([`FREQ=WEEKLY;BYDAY=MO;WKST=MO;${end}`]);
  expect(readBack(delayed, from, from + FOUR_YEARS)).toEqual(
    ["2026-11-30T09:30:00Z", "2026-12-07T09:30:00Z"].map((time) => Date.parse(time)),
  );
});

it("separate a partial first week with a different day", () => {
  const odd = buildSchedule({
    byweekday: ["tuesday", "friday"],
    bysetpos: 1,
    start_date: "2026-11-25T09:00:00Z",
  });
  expect(icsSeries(odd, from)).toEqual([
    { start: Date.parse("2026-11-27T09:00:00Z"), rule: null },
    { start: Date.parse("2026-12-01T09:00:00Z"), rule: "FREQ=WEEKLY;BYDAY=TU;WKST=MO" },
  ]);
});

it("are empty or null for ended and invalid schedules", () => {
  expect(icsSeries(buildSchedule({ until_date: "2026-11-23T09:00:00Z" }), from)).toEqual([]);
  expect(icsSeries(buildSchedule({ frequency: "hourly" }), from)).toBeNull();
});

const instant = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: Date.UTC(2019, 0, 1) / DAY, max: Date.UTC(2028, 0, 1) / DAY }),
      fc.constantFrom("2024-02-29", "2026-01-31", "2026-08-30").map((day) => Date.parse(day) / DAY),
    ),
    fc.integer({ min: 0, max: 86_399 }),
  )
  .map(([day, second]) => day * DAY + second * 1000);
const iso = instant.map((time) => new Date(time).toISOString().replace(".000Z", "Z"));
const schedules = fc.record<Schedule>({
  frequency: fc.constantFrom("daily", "weekly", "monthly", "yearly"),
  interval: fc.integer({ min: 1, max: 9 }),
  byweekday: fc.option(fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { maxLength: 7 }), { freq: 2 }),
  // Excludes positions below -1, because the rrule library misreads them in periods with too few days.
  bysetpos: fc.option(fc.constantFrom(1, 2, 3, 4, 5, -1), { freq: 2 }),
  count: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 2 }),
  start_date: iso,
  until_date: fc.option(iso, { freq: 2 }),
});

it("yield the server's occurrences in another library", () => {
  let seen = 0;
  fc.assert(
    fc.property(schedules, instant, (any, start) => {
      const to = start + FOUR_YEARS;
      const expected = listOccurrences(any, {
        after: new Date(start - 1),
        before: new Date(to),
        limit: 9999,
      }).map(Number);
      seen += expected.length;
      expect(readBack(any, start, to)).toEqual(expected);
    }),
    { numRuns: 400 },
  );
  expect(seen).toBeGreaterThan(5_000);
});
