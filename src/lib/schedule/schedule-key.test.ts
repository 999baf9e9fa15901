import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WEEKDAYS } from "@/lib/time/calendar-days";
import type { Schedule } from "./format-schedule";
import { listOccurrences } from "./recurrence";
import { buildSchedule } from "./schedule.fixture";
import { scheduleKey } from "./schedule-key";

const WEEKLY = buildSchedule({ byweekday: ["monday"], start_date: "2026-11-02T08:00:00Z" });

const keyOf = (fields: Partial<Schedule>) => scheduleKey({ ...WEEKLY, ...fields });

describe("scheduleKey", () => {
  it.each<[string, Partial<Schedule>, Partial<Schedule>]>([
    ["end at another time", {}, { until_date: "2027-01-01T00:00:00Z", count: 40 }],
    ["write the time with an offset", {}, { start_date: "2026-11-02T09:00:00+01:00" }],
    ["have fractions of a second", {}, { start_date: "2026-11-02T08:00:00.400Z" }],
    [
      "say the second day of the month",
      { frequency: "monthly", byweekday: null },
      { frequency: "monthly", byweekday: [...WEEKDAYS], bysetpos: 2 },
    ],
  ])("%s: equal", (_name, one, other) => {
    expect(keyOf(one)).not.toBeNull();
    expect(keyOf(one)).toBe(keyOf(other));
  });

  it.each<Partial<Schedule>>([
    { frequency: "hourly" },
    { start_date: "soon" },
    { bysetpos: 2 },
    { frequency: "daily", interval: 7, byweekday: ["friday"] },
  ])("is null for invalid schedules and those that never match: %o", (fields) => {
    expect(keyOf(fields)).toBeNull();
  });
});

// All schedules start before this window.
const WINDOW = {
  after: new Date("2028-01-01T00:00:00Z"),
  before: new Date("2032-01-01T00:00:00Z"),
  limit: 2_000,
};

const schedules: fc.Arbitrary<Schedule> = fc.record({
  frequency: fc.constantFrom("daily", "weekly", "monthly", "yearly"),
  interval: fc.constantFrom(1, 2, 3, 7, 12, 14),
  byweekday: fc.constantFrom(null, ["monday"], ["monday", "friday"], ["friday", "monday"], [...WEEKDAYS]),
  bysetpos: fc.constantFrom(null, 1, 2, -1),
  count: fc.constant(null),
  start_date: fc
    .record({ day: fc.integer({ min: 0, max: 41 }), hour: fc.constantFrom(8, 9) })
    .map(({ day, hour }) => new Date(Date.UTC(2026, 9, 26 + day, hour)).toISOString()),
  until_date: fc.constant(null),
});

const firings = (schedule: Schedule) => listOccurrences(schedule, WINDOW).map((date) => date.getTime());

/**
 * Whether a rule is like "every third day, only on Mondays". Such rules can have two keys for the same rhythm.
 */
const isThinned = ({ frequency, interval, byweekday }: Schedule) =>
  frequency === "daily" && interval > 1 && byweekday !== null;

it("is equal exactly for the same instants", () => {
  fc.assert(
    fc.property(fc.array(schedules, { minLength: 250, maxLength: 250 }), (all) => {
      const texts = new Map<string, string>();
      const keys = new Map<string, string | null>();
      let equal = 0;
      for (const schedule of all) {
        const text = firings(schedule).join();
        const key = scheduleKey(schedule);
        // Schedules with few occurrences may match by chance.
        if (text.split(",").length <= 3) continue;
        if (key !== null && texts.has(key)) equal += 1;
        expect([schedule, key, texts.get(key ?? "") ?? text]).toEqual([schedule, key, text]);
        texts.set(key ?? "", text);
        if (isThinned(schedule)) continue;
        expect([schedule, keys.get(text) ?? key]).toEqual([schedule, key]);
        keys.set(text, key);
      }
      expect(equal).toBeGreaterThan(10);
    }),
    // Shrinking a list of this length takes minutes.
    { numRuns: 2, endOnFailure: true },
  );
});
