import { describe, expect, it } from "vitest";
import {
  addMonths,
  formatCivilDay,
  formatIsoDay,
  getWeekStart,
  parseCivilDay,
  startOfDay,
  startOfMonth,
  startOfWeek,
  toCivilDay,
  weekdayOf,
} from "./calendar-days";
import { findLastTimeChange, findNextTimeChange } from "./time-changes";

const day = (text: string) => parseCivilDay(text) ?? Number.NaN;
const hours = (text: string, zone: string) =>
  (startOfDay(day(text) + 1, zone) - startOfDay(day(text), zone)) / 3_600_000;

describe("days of a calendar", () => {
  it("belong to Gregorian months in every locale", () => {
    for (const locale of ["fa-IR-u-nu-latn", "th-TH"])
      expect(formatCivilDay(day("2026-11-23"), { day: "numeric", month: "numeric" }, locale)).toMatch(
        /23.*11|11.*23/,
      );
  });

  it("are parsed and formatted; invalid ones are null", () => {
    expect(formatIsoDay(day("2026-11-21"))).toBe("2026-11-21");
    for (const text of ["2026-02-29", "2026-13-01", "21.11.2026", "", "0001-01-01", "2026-11-21T00:00"])
      expect(parseCivilDay(text)).toBeNull();
  });

  it("have weekday, week and month, also before 1970", () => {
    expect(weekdayOf(day("2026-11-23"))).toBe(0);
    expect(weekdayOf(day("1969-12-31"))).toBe(2);
    expect(formatIsoDay(startOfWeek(day("2026-11-22"), 0))).toBe("2026-11-16");
    expect(formatIsoDay(startOfWeek(day("2026-11-22"), 6))).toBe("2026-11-22");
    expect(formatIsoDay(startOfMonth(day("2026-11-22"), 2))).toBe("2027-01-01");
    expect(formatIsoDay(addMonths(day("2026-01-31"), 1))).toBe("2026-02-28");
    expect(formatIsoDay(addMonths(day("2024-03-31"), -1))).toBe("2024-02-29");
  });

  it("start at midnight in the zone or the first instant after it, have 23 to 25 hours, and belong to an instant", () => {
    expect(startOfDay(day("2026-11-21"), "Europe/Berlin")).toBe(Date.parse("2026-11-20T23:00:00Z"));
    expect(startOfDay(day("2026-11-21"), "UTC")).toBe(Date.parse("2026-11-21T00:00:00Z"));
    // In Santiago, clocks move from 00:00 to 01:00.
    expect(startOfDay(day("2026-09-06"), "America/Santiago")).toBe(Date.parse("2026-09-06T04:00:00Z"));
    expect(startOfDay(day("2026-11-21"), "Mars/Olympus")).toBe(Date.parse("2026-11-21T00:00:00Z"));
    expect(hours("2026-03-29", "Europe/Berlin")).toBe(23);
    expect(hours("2026-10-25", "Europe/Berlin")).toBe(25);
    expect(hours("2026-09-06", "America/Santiago")).toBe(23);
    expect(hours("2026-04-05", "Australia/Lord_Howe")).toBe(24.5);
    const late = Date.parse("2026-11-21T23:30:00Z");
    expect(formatIsoDay(toCivilDay(late, "Europe/Berlin"))).toBe("2026-11-22");
    expect(formatIsoDay(toCivilDay(late, "UTC"))).toBe("2026-11-21");
  });
});

it("weeks start, and days are formatted, according to the locale", () => {
  expect(getWeekStart("de-DE")).toBe(0);
  expect(getWeekStart("en-US")).toBe(6);
  expect(getWeekStart("not a language")).toBe(0);
  expect(formatCivilDay(day("2026-11-21"), { month: "long", year: "numeric" }, "de")).toBe("November 2026");
  expect(formatCivilDay(day("2026-11-21"), { weekday: "long" }, "en-GB")).toBe("Saturday");
});

const NOW = new Date("2026-11-21T10:00:00Z");

it.each<[string, string, number, string, number]>([
  ["Europe/Berlin", "2027-03-28T01:00:00.000Z", 60, "2026-10-25T01:00:00.000Z", -60],
  ["Australia/Lord_Howe", "2027-04-03T15:00:00.000Z", -30, "2026-10-03T15:30:00.000Z", 30],
])("in %s", (zone, next, shift, last, lastShift) => {
  expect(findNextTimeChange(NOW, zone)).toEqual({ at: new Date(next), shiftMinutes: shift });
  expect(findLastTimeChange(NOW, zone)).toEqual({ at: new Date(last), shiftMinutes: lastShift });
});

it.each(["UTC", "Asia/Kolkata", "No/Where"])("is null in %s", (zone) => {
  expect(findNextTimeChange(NOW, zone)).toBeNull();
  expect(findLastTimeChange(NOW, zone)).toBeNull();
});

it("at this instant is the last one, not the next", () => {
  const at = new Date("2027-03-28T01:00:00Z");
  expect(findLastTimeChange(at, "Europe/Berlin")?.at).toEqual(at);
  expect(findNextTimeChange(at, "Europe/Berlin")?.at).toEqual(new Date("2027-10-31T01:00:00Z"));
  expect(findNextTimeChange(new Date(at.getTime() - 1000), "Europe/Berlin")?.at).toEqual(at);
});
