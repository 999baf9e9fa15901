import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toIso } from "@/lib/time/dates";
import type { Schedule } from "./format-schedule";
import {
  averageDeliveriesPerWeek,
  countOccurrencesBefore,
  isExhausted,
  listOccurrences,
  nextOccurrence,
  occurrencesBetween,
} from "./recurrence";
import { buildSchedule } from "./schedule.fixture";

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const LONG_AGO = new Date("1900-01-01T00:00:00Z");

function days(dates: readonly Date[]): string[] {
  return dates.map((date) => date.toISOString().slice(0, 10));
}

describe("occurrences", () => {
  const table: [name: string, changes: Partial<Schedule>, expected: string[]][] = [
    [
      // The first week starts on Monday 23 and includes Sunday 29. The second week is skipped.
      "every 2 weeks on Monday and Sunday from a Wednesday",
      { interval: 2, byweekday: ["sunday", "monday"], start_date: "2026-11-25T09:00:00Z" },
      ["2026-11-29", "2026-12-07", "2026-12-13", "2026-12-21"],
    ],
    [
      // A month with four Mondays has no match. RFC 5545 doesn't fall back to the nearest Monday.
      "the fifth Monday from the end",
      { frequency: "monthly", byweekday: ["monday"], bysetpos: -5, start_date: "2026-11-01T09:00:00Z" },
      ["2026-11-02", "2027-03-01", "2027-05-03"],
    ],
    [
      "every year on 29 February",
      { frequency: "yearly", start_date: "2096-02-29T09:00:00Z" },
      // 2100 isn't a leap year.
      ["2096-02-29", "2104-02-29", "2108-02-29"],
    ],
    [
      // The first week starts on the start date and contains only the Friday.
      "the second to last of Tuesday and Friday from a Wednesday",
      { byweekday: ["tuesday", "friday"], bysetpos: -2, start_date: "2026-11-25T09:00:00Z" },
      ["2026-12-01", "2026-12-08"],
    ],
    [
      "twice by a position from the end that few months have",
      { frequency: "monthly", byweekday: ["monday"], bysetpos: -5, count: 2 },
      ["2027-03-01", "2027-05-03"],
    ],
    [
      "a start in the first century",
      { frequency: "yearly", start_date: "0099-03-01T09:00:00Z" },
      ["1900-03-01", "1901-03-01"],
    ],
    ["until, included", { until_date: "2026-11-30T09:00:00Z" }, ["2026-11-23", "2026-11-30"]],
    ["until a second before", { until_date: "2026-11-30T08:59:59Z" }, ["2026-11-23"]],
    ["an offset", { count: 2, start_date: "2026-11-24T00:30:00+02:00" }, ["2026-11-23", "2026-11-30"]],
  ];

  it.each(table)("%s", (_, changes, expected) => {
    const limit = changes.count || changes.until_date ? 50 : expected.length;
    expect(days(listOccurrences(buildSchedule(changes), { after: LONG_AGO, limit }))).toEqual(expected);
  });

  it("keeps the start time in UTC, in whole seconds", () => {
    const found = listOccurrences(buildSchedule({ start_date: "2026-03-22T01:30:15.750Z" }), {
      after: LONG_AGO,
      limit: 3,
    });
    expect(found.map(toIso)).toEqual([
      "2026-03-22T01:30:15Z",
      "2026-03-29T01:30:15Z",
      "2026-04-05T01:30:15Z",
    ]);
  });

  it("excludes both bounds", () => {
    const range = {
      after: new Date("2026-11-23T09:00:00Z"),
      before: new Date("2026-12-14T09:00:00Z"),
      limit: 10,
    };
    expect(days(listOccurrences(buildSchedule({}), range))).toEqual(["2026-11-30", "2026-12-07"]);
  });
});

describe("invalid input", () => {
  const table: [name: string, changes: Partial<Schedule>][] = [
    ["unknown frequency", { frequency: "fortnightly" }],
    ["interval 0", { interval: 0 }],
    ["weekday in another case", { byweekday: ["Monday"] }],
    ["position 0", { byweekday: ["monday"], bysetpos: 0 }],
    ["count 0", { count: 0 }],
    ["a start that is no date", { start_date: "2026-02-30T09:00:00Z" }],
    ["second Monday of a week", { byweekday: ["monday"], bysetpos: 2 }],
    [
      "fifth Monday of a February that is never in a leap year",
      {
        frequency: "monthly",
        interval: 24,
        byweekday: ["monday"],
        bysetpos: 5,
        start_date: "2027-02-01T00:00:00Z",
      },
    ],
  ];

  it.each(table)("%s", (_, changes) => {
    expect(listOccurrences(buildSchedule(changes), { after: LONG_AGO, limit: 5 })).toEqual([]);
    expect(nextOccurrence(buildSchedule(changes), LONG_AGO)).toBeNull();
  });

  it.each(["daily", "weekly", "monthly", "yearly"])(
    "ends after the first period of an endless interval: %s",
    (frequency) => {
      for (const interval of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
        const endless = buildSchedule({ frequency, interval, byweekday: ["monday"] });
        const found = listOccurrences(endless, { after: LONG_AGO, limit: 60 });
        expect(days(found)[0]).toBe("2026-11-23");
        expect(days(found).at(-1)?.slice(0, 4)).toBe("2026");
        expect(countOccurrencesBefore(endless, Date.UTC(2200, 0))).toBe(found.length);
      }
    },
  );

  it("handles a huge count, and invalid bounds and limits", () => {
    const endless = buildSchedule({
      frequency: "daily",
      count: 2 ** 31 - 1,
      start_date: "1000-01-01T00:00:00Z",
    });
    const after = new Date("2026-11-23T00:00:00Z");
    expect(days(listOccurrences(endless, { after, limit: 2 }))).toEqual(["2026-11-24", "2026-11-25"]);
    expect(isExhausted(endless, after)).toBe(false);
    const invalid = new Date(Number.NaN);
    expect(listOccurrences(buildSchedule({}), { after: invalid, limit: 5 })).toEqual([]);
    expect(listOccurrences(buildSchedule({}), { after, before: invalid, limit: 5 })).toEqual([]);
    for (const limit of [0, -1, Number.NaN])
      expect(listOccurrences(buildSchedule({}), { after, limit })).toEqual([]);
  });

  it("is null where an empty list would mean that the schedule has ended", () => {
    expect(occurrencesBetween(buildSchedule({ frequency: "hourly" }), { from: 0, to: 1 })).toBeNull();
    expect(countOccurrencesBefore(buildSchedule({ start_date: "soon" }), 0)).toBeNull();
    expect(occurrencesBetween(buildSchedule({}), { from: 2, to: 1 })).toEqual([]);
  });

  it("any input yields ascending dates in the range", () => {
    const odd = fc.oneof(
      fc.integer(),
      fc.integer({ min: -6, max: 6 }),
      fc.double(),
      fc.constantFrom(0, 400, 2 ** 31),
    );
    const text = fc.oneof(
      fc.constantFrom("2026-01-31T00:00:00Z", "1969-12-31T23:59:59+14:00", "9999-12-31T23:59:59Z", "soon"),
      fc.string(),
    );
    const anything = fc.record<Schedule>({
      frequency: fc.constantFrom("daily", "weekly", "monthly", "yearly", "hourly", "constructor"),
      interval: odd,
      byweekday: fc.option(fc.array(fc.constantFrom(...WEEKDAYS, "funday"), { maxLength: 8 })),
      bysetpos: fc.option(odd),
      count: fc.option(odd),
      start_date: text,
      until_date: fc.option(text),
    });
    const after = new Date("2026-11-23T00:00:00Z");
    fc.assert(
      fc.property(anything, (any) => {
        const times = listOccurrences(any, { after, limit: 3 }).map(Number);
        expect(times.length).toBeLessThanOrEqual(3);
        expect(times.every((time) => time > after.getTime())).toBe(true);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      }),
      { numRuns: 150 },
    );
  });
});

describe("next occurrence", () => {
  it("is after the instant, not at it", () => {
    expect(nextOccurrence(buildSchedule({}), new Date("2026-11-23T08:59:59Z"))).toEqual(
      new Date("2026-11-23T09:00:00Z"),
    );
    expect(nextOccurrence(buildSchedule({}), new Date("2026-11-23T09:00:00Z"))).toEqual(
      new Date("2026-11-30T09:00:00Z"),
    );
  });

  it.each<[string, Partial<Schedule>, string, boolean]>([
    ["endless", {}, "2999-01-01T00:00:00Z", false],
    ["after the last of three", { count: 3 }, "2026-12-07T09:00:00Z", true],
    ["at the end", { until_date: "2026-12-07T09:00:00Z" }, "2026-12-07T09:00:00Z", true],
    ["never matching", { byweekday: ["monday"], bysetpos: 2 }, "2026-11-01T00:00:00Z", true],
    ["not understood", { frequency: "fortnightly" }, "2026-11-01T00:00:00Z", false],
    ["no start", { start_date: "soon" }, "2026-11-01T00:00:00Z", false],
  ])("%s", (_, changes, after, exhausted) => {
    expect(isExhausted(buildSchedule(changes), new Date(after))).toBe(exhausted);
  });
});

describe("average deliveries per week", () => {
  /** Weeks in a year. */
  const YEAR = 365.25 / 7;

  it.each<[string, Partial<Schedule>, number]>([
    ["every day, on workdays only", { frequency: "daily", byweekday: WEEKDAYS.slice(0, 5) }, 5],
    ["every 7 days, on another weekday", { frequency: "daily", interval: 7, byweekday: ["tuesday"] }, 0],
    ["a weekday that is named twice", { byweekday: ["monday", "monday"] }, 1],
    ["the second of two weekdays", { byweekday: ["monday", "friday"], bysetpos: 2 }, 1],
    ["every month", { frequency: "monthly" }, 12 / YEAR],
    [
      "the 31st, which shorter months skip",
      { frequency: "monthly", start_date: "2026-10-31T08:00:00Z" },
      7 / YEAR,
    ],
    [
      "the last workday of the month",
      { frequency: "monthly", byweekday: WEEKDAYS.slice(0, 5), bysetpos: -1 },
      12 / YEAR,
    ],
    ["29 February", { frequency: "yearly", start_date: "2028-02-29T08:00:00Z" }, 1 / 4 / YEAR],
  ])("%s", (_name, part, expected) => {
    expect(
      averageDeliveriesPerWeek(buildSchedule({ start_date: "2026-11-02T08:00:00Z", ...part })),
    ).toBeCloseTo(expected, 10);
  });

  it.each<[string, Partial<Schedule>]>([
    ["a frequency of a later version", { frequency: "hourly" }],
    ["an interval of 0", { interval: 0 }],
    ["a start that is no date", { start_date: "soon" }],
  ])("is null for %s", (_name, part) => {
    expect(
      averageDeliveriesPerWeek(buildSchedule({ start_date: "2026-11-02T08:00:00Z", ...part })),
    ).toBeNull();
  });
});
