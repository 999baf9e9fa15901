import { expect, it } from "vitest";
import { WEEKDAYS } from "@/lib/time/calendar-days";
import type { Schedule } from "./format-schedule";
import { averageDeliveriesPerWeek } from "./recurrence";
import { buildSchedule } from "./schedule.fixture";

const DAILY = buildSchedule({ frequency: "daily", start_date: "2026-11-02T08:00:00Z" });
const weekly = { frequency: "weekly" };
const monthly = { frequency: "monthly" };
const yearly = { frequency: "yearly" };
const WORKDAYS = WEEKDAYS.slice(0, 5);
/** Weeks in a year. */
const YEAR = 365.25 / 7;

it.each<[string, Partial<Schedule>, number]>([
  ["every day", {}, 7],
  ["every 2 days", { interval: 2 }, 3.5],
  ["every day, on workdays only", { byweekday: WORKDAYS }, 5],
  ["every 7 days, on its own weekday", { interval: 7, byweekday: ["monday"] }, 1],
  ["every 7 days, on another weekday", { interval: 7, byweekday: ["tuesday"] }, 0],
  ["every week", weekly, 1],
  ["three days every 2 weeks", { ...weekly, interval: 2, byweekday: ["monday", "friday", "sunday"] }, 1.5],
  ["a weekday that is named twice", { ...weekly, byweekday: ["monday", "monday"] }, 1],
  ["the second of two weekdays", { ...weekly, byweekday: ["monday", "friday"], bysetpos: 2 }, 1],
  ["the third of two weekdays of the week", { ...weekly, byweekday: ["monday", "friday"], bysetpos: 3 }, 0],
  ["every month", monthly, 12 / YEAR],
  ["every 3 months", { ...monthly, interval: 3 }, 4 / YEAR],
  ["the 31st, which shorter months skip", { ...monthly, start_date: "2026-10-31T08:00:00Z" }, 7 / YEAR],
  ["the last workday of the month", { ...monthly, byweekday: WORKDAYS, bysetpos: -1 }, 12 / YEAR],
  ["every Monday of each month", { ...monthly, byweekday: ["monday"] }, 1],
  ["every year", yearly, 1 / YEAR],
  ["29 February", { ...yearly, start_date: "2028-02-29T08:00:00Z" }, 1 / 4 / YEAR],
])("%s", (_name, part, expected) => {
  expect(averageDeliveriesPerWeek({ ...DAILY, ...part })).toBeCloseTo(expected, 10);
});

it.each<[string, Partial<Schedule>]>([
  ["a frequency of a later version", { frequency: "hourly" }],
  ["an interval of 0", { interval: 0 }],
  ["an unknown weekday", { ...weekly, byweekday: ["someday"] }],
  ["a start that is no date", { start_date: "soon" }],
])("is null for %s", (_name, part) => {
  expect(averageDeliveriesPerWeek({ ...DAILY, ...part })).toBeNull();
});
