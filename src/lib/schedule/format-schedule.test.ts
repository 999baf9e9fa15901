import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatSchedule, formatScheduleEnd, formatShortSchedule, type Schedule } from "./format-schedule";
import { buildSchedule } from "./schedule.fixture";

const UNKNOWN = "(unknown value)";
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

describe("formats in UTC", () => {
  it.each<[Partial<Schedule>, string]>([
    [{ frequency: "daily", interval: 3 }, "Every 3 days at 09:00"],
    [
      { frequency: "daily", byweekday: ["friday", "monday"] },
      "Every day, only on Monday and Friday at 09:00",
    ],
    [{}, "Every Monday at 09:00"],
    [{ byweekday: ["monday", "tuesday", "wednesday", "thursday", "friday"] }, "Every weekday at 09:00"],
    [
      { interval: 2, byweekday: ["monday", "tuesday", "friday"] },
      "Every 2 weeks on Monday, Tuesday, and Friday at 09:00",
    ],
    [
      { byweekday: ["monday", "friday"], bysetpos: -1 },
      "Every week on the last Monday or Friday of the week at 09:00",
    ],
    [{ frequency: "monthly", byweekday: ["friday"] }, "Every month on every Friday at 09:00"],
    [
      { frequency: "monthly", byweekday: ["monday"], bysetpos: -2 },
      "Every month on the second-to-last Monday at 09:00",
    ],
    [{ frequency: "monthly", byweekday: WEEKDAYS, bysetpos: 22 }, "Every month on the 22nd day at 09:00"],
    [
      { frequency: "monthly", byweekday: ["sunday", "saturday"], bysetpos: 4 },
      "Every month on the fourth weekend day at 09:00",
    ],
    [{ frequency: "yearly" }, "Every year on November 23 at 09:00"],
    [
      { frequency: "yearly", start_date: "2024-02-29T07:00:00Z" },
      "Every year on February 29 (leap years only) at 07:00",
    ],
    [
      { frequency: "yearly", byweekday: ["friday"], bysetpos: -1 },
      "Every year on the last Friday of the year at 09:00",
    ],
    // A position has no effect without weekdays.
    [{ bysetpos: 0, byweekday: [] }, "Every Monday at 09:00"],
  ])("%j is %s", (changes, words) => {
    expect(formatSchedule(buildSchedule(changes), { zone: "UTC" })).toBe(words);
  });

  it.each([
    [{}, "Mon 09:00"],
    [{ frequency: "daily", byweekday: null }, "Daily 09:00"],
    [{ byweekday: WEEKDAYS.slice(0, 5) }, "Weekdays 09:00"],
    [{ interval: 2 }, "Every 2 weeks, Mon"],
    [{ frequency: "monthly", byweekday: WEEKDAYS.slice(1, 4), bysetpos: 1 }, "Monthly, first Tue–Thu"],
    [{ frequency: "monthly", byweekday: ["monday", "thursday"], bysetpos: 1 }, "Monthly, first Mon/Thu"],
    [{ frequency: "monthly", interval: 3, byweekday: ["monday"], bysetpos: -1 }, "Quarterly, last Mon"],
  ])("shortens %j to %s", (changes, words) => {
    expect(formatShortSchedule(buildSchedule(changes), { zone: "UTC" })).toBe(words);
  });

  it.each<[Partial<Schedule>, string, string]>([
    [
      { byweekday: ["monday", "thursday"], start_date: "2026-11-23T22:15:00Z" },
      "Pacific/Auckland",
      "Tue, Fri 11:15",
    ],
    [
      { frequency: "daily", byweekday: WEEKDAYS.slice(0, 5), start_date: "2026-11-23T04:00:00Z" },
      "America/Los_Angeles",
      "Mon, Tue, Wed, Thu, Sun 20:00",
    ],
    [{ byweekday: WEEKDAYS, start_date: "2026-11-23T04:00:00Z" }, "America/Los_Angeles", "Daily 20:00"],
  ])("shows only local days and times in a table: %j in %s", (changes, zone, words) => {
    expect(formatShortSchedule(buildSchedule(changes), { zone })).toBe(words);
  });

  it.each([
    ["2026-01-29T08:00:00Z", 1, "Every month on the 29th (February in leap years only) at 08:00"],
    ["2026-01-30T08:00:00Z", 1, "Every month on the 30th (skips February) at 08:00"],
    ["2026-01-31T08:00:00Z", 1, "Every month on the 31st (skips shorter months) at 08:00"],
    // Every odd month has a 30th, so no month is skipped.
    ["2026-01-30T08:00:00Z", 2, "Every 2 months on the 30th at 08:00"],
    ["2024-02-29T08:00:00Z", 12, "Every 12 months on the 29th (leap years only) at 08:00"],
  ])("notes skipped months: %s, every %i", (start_date, interval, words) => {
    expect(
      formatSchedule(buildSchedule({ frequency: "monthly", start_date, interval }), { zone: "UTC" }),
    ).toBe(words);
  });
});

describe("unknown values", () => {
  it.each<[Partial<Schedule>, string]>([
    [{ frequency: "fortnightly", interval: 3 }, `fortnightly ${UNKNOWN}, interval 3 at 09:00`],
    [{ byweekday: ["funday", "sunday"] }, `Every week on Sunday and funday ${UNKNOWN} at 09:00`],
    [{ byweekday: ["monday"], bysetpos: 400 }, `Every week on position 400 ${UNKNOWN} of Monday at 09:00`],
    [{ interval: 0 }, "Every 0 weeks (invalid interval) on Monday at 09:00"],
    [{ start_date: "soon", byweekday: ["monday"] }, "Every Monday (invalid start date “soon”)"],
  ])("%j is %s", (changes, words) => {
    expect(formatSchedule(buildSchedule(changes), { zone: "UTC" })).toBe(words);
  });

  it("never throws and is never empty", () => {
    const odd = fc.oneof(fc.integer(), fc.double());
    const anything = fc.record<Schedule>({
      frequency: fc.oneof(fc.constantFrom("daily", "weekly", "monthly", "yearly", "__proto__"), fc.string()),
      interval: odd,
      byweekday: fc.option(fc.array(fc.oneof(fc.constantFrom(...WEEKDAYS), fc.string()))),
      bysetpos: fc.option(odd),
      count: fc.option(odd),
      start_date: fc.oneof(fc.constantFrom("2026-01-31T09:00:00Z", "9999-12-31T23:59:59Z"), fc.string()),
      until_date: fc.option(fc.string()),
    });
    fc.assert(
      fc.property(anything, fc.string(), fc.option(fc.string()), (any, zone, at) => {
        expect(formatSchedule(any, { zone, at })).not.toContain("undefined");
        expect(formatSchedule(any, { zone: "Europe/Berlin" })).not.toBe("");
        formatScheduleEnd(any, { zone });
      }),
    );
  });
});

describe("time in a zone", () => {
  it.each<[string, Partial<Schedule>, string]>([
    ["Europe/Berlin", {}, "Every Monday at 10:00"],
    ["Mars/Base", {}, "Every Monday at 09:00 UTC"],
    [
      "Pacific/Auckland",
      { start_date: "2026-11-23T22:15:00Z" },
      "Every Monday at 22:15 UTC (11:15 the next day in Pacific/Auckland)",
    ],
    [
      "America/New_York",
      { frequency: "monthly", byweekday: ["friday"], bysetpos: -1, start_date: "2026-11-27T02:00:00Z" },
      "Every month on the last Friday at 02:00 UTC (21:00 the previous day in America/New_York)",
    ],
    [
      "Pacific/Auckland",
      { frequency: "daily", byweekday: ["monday"], start_date: "2026-11-23T22:15:00Z" },
      "Every day, only on Monday at 22:15 UTC (11:15 the next day in Pacific/Auckland)",
    ],
  ])("in %s: %j is %s", (zone, changes, words) => {
    expect(formatSchedule(buildSchedule(changes), { zone })).toBe(words);
  });

  it.each([
    [undefined, "10:00"],
    ["soon", "10:00"],
    ["2027-01-04T09:00:00Z", "10:00"],
    ["2027-07-05T09:00:00Z", "11:00"],
    ["2027-07-05T17:00:00Z", "11:00"],
  ])("at %s it is %s in Berlin", (at, hour) => {
    const options = at === undefined ? {} : { at };
    expect(formatSchedule(buildSchedule({}), { zone: "Europe/Berlin", ...options })).toBe(
      `Every Monday at ${hour}`,
    );
  });
});

it.each([
  ["2026-11-23T09:07:00Z", "2026-11-24T09:30:00Z", "Every day at 09:30"],
  ["2026-11-23T09:07:00Z", "2026-11-24T09:07:00Z", "Every day at 09:07"],
  // Rounding moves the delivery to the next day, so the scheduled time is shown.
  ["2026-11-23T23:45:00Z", "2026-11-25T00:00:00Z", "Every day at 23:45"],
  ["2026-11-23T09:07:00Z", "2026-11-24T12:00:00Z", "Every day at 09:07"],
])("time on a server that delivers every half hour from %s, next %s: %s", (start_date, at, text) => {
  expect(formatSchedule(buildSchedule({ frequency: "daily", start_date }), { zone: "UTC", at })).toBe(text);
});

it.each<[Partial<Schedule>, string, string | null]>([
  [{}, "UTC", null],
  [{ until_date: "2026-12-31T23:30:00Z" }, "Europe/Berlin", "until 1 Jan 2027"],
  [{ until_date: "soon" }, "UTC", "until soon"],
  [{ count: 10 }, "UTC", "10 times"],
  [{ count: 1 }, "UTC", "once"],
  [{ count: 10, until_date: "2026-12-31T09:00:00Z" }, "UTC", "until 31 Dec 2026, at most 10 times"],
])("formatScheduleEnd %j in %s: %s", (changes, zone, words) => {
  expect(formatScheduleEnd(buildSchedule(changes), { zone, locale: "en-GB" })).toBe(words);
});
