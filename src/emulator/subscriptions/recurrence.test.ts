import fc from "fast-check";
import rrule from "rrule";
import { describe, expect, it } from "vitest";
import { findNextDelivery, findNextOccurrence, formatSummary, type Schedule } from "./recurrence";

const daily: Schedule = {
  frequency: "daily",
  interval: 1,
  byweekday: null,
  bysetpos: null,
  count: null,
  start_date: "2024-01-31T09:00:00Z",
  until_date: null,
};

describe("findNextOccurrence", () => {
  it.each<Partial<Schedule>>([
    { until_date: "2024-01-30T09:00:00Z" },
    { count: 0 },
    { byweekday: ["monday"], bysetpos: 2 },
    { frequency: "hourly" },
  ])("finds nothing for %j", (change) => {
    expect(findNextOccurrence({ ...daily, ...change }, new Date("2024-01-01T00:00:00Z"))).toBeNull();
  });

  it("agrees with an independent RFC 5545 library", () => {
    const { RRule } = rrule;
    const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
    const frequencies = {
      daily: RRule.DAILY,
      weekly: RRule.WEEKLY,
      monthly: RRule.MONTHLY,
      yearly: RRule.YEARLY,
    } as const;
    const day = (min: string, max: string) =>
      fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }).map((date) => {
        date.setUTCMilliseconds(0);
        return date;
      });
    fc.assert(
      fc.property(
        fc.constantFrom("daily", "weekly", "monthly", "yearly"),
        fc.integer({ min: 1, max: 5 }),
        fc.option(fc.subarray([...weekdays], { minLength: 1 })),
        fc.option(fc.constantFrom(1, 2, 3, 4, -1)),
        fc.option(fc.integer({ min: 1, max: 40 })),
        day("2020-01-01", "2026-12-31"),
        fc.option(day("2021-01-01", "2028-12-31")),
        day("2019-06-01", "2029-01-01"),
        (frequency, interval, byweekday, bysetpos, count, start, until, after) => {
          // For rules that never match, the library would search until the year 9999, which takes
          // seconds.
          const most = { daily: 0, weekly: byweekday?.length ?? 0, monthly: 4, yearly: 4 }[frequency];
          fc.pre(byweekday === null || bysetpos === null || Math.abs(bysetpos) <= most);
          const rule = new RRule({
            freq: frequencies[frequency],
            interval,
            dtstart: start,
            ...(byweekday && {
              byweekday: byweekday.map((name) => weekdays.indexOf(name)),
              ...(bysetpos && { bysetpos }),
            }),
            ...(count && { count }),
            ...(until && { until }),
          });
          const schedule = {
            frequency,
            interval,
            byweekday,
            bysetpos,
            count,
            start_date: start.toISOString(),
            until_date: until?.toISOString() ?? null,
          };
          expect(findNextOccurrence(schedule, after)?.toISOString() ?? null).toBe(
            rule.after(after, false)?.toISOString() ?? null,
          );
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });
});

describe("findNextDelivery", () => {
  it("is at least fifteen minutes ahead", () => {
    expect(findNextDelivery(daily, new Date("2026-11-20T08:44:59Z"))?.toISOString()).toBe(
      "2026-11-20T09:00:00.000Z",
    );
    expect(findNextDelivery(daily, new Date("2026-11-20T08:45:00Z"))?.toISOString()).toBe(
      "2026-11-21T09:00:00.000Z",
    );
  });
});

describe("formatSummary", () => {
  it.each([
    [{}, "sent every day"],
    [{ interval: 2, frequency: "weekly" }, "sent every 2 weeks"],
    [{ frequency: "monthly", byweekday: ["monday"], bysetpos: 1 }, "sent every month on the first Monday"],
    [
      { frequency: "monthly", interval: 3, byweekday: ["monday", "friday"], bysetpos: -1 },
      "sent every 3 months on the last day",
    ],
    [{ frequency: "yearly", byweekday: ["monday"] }, "sent every year"],
    [{ frequency: "monthly", byweekday: ["monday"], bysetpos: 7 }, "sent on a schedule"],
  ])("%j", (change, expected) => {
    expect(formatSummary({ ...daily, ...change })).toBe(expected);
  });
});
