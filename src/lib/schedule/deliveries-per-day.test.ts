import { expect, it } from "vitest";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { parseCivilDay } from "@/lib/time/calendar-days";
import { countDeliveries, type DeliveryRange, type ScheduledSubscription } from "./deliveries-per-day";
import { buildSchedule } from "./schedule.fixture";

const NOW = Date.parse("2026-11-21T10:00:00Z");

function delivery(changes: Partial<ScheduledSubscription>): ScheduledSubscription {
  return {
    ...buildSchedule({ frequency: "daily", start_date: "2026-01-01T08:00:00Z" }),
    deleted: false,
    created_at: "2026-01-01T00:00:00Z",
    next_delivery_date: "2026-11-22T08:00:00Z",
    ...changes,
  };
}

const BERLIN_DAYS = {
  first: parseCivilDay("2026-11-21") ?? 0,
  length: 3,
  counted: { first: parseCivilDay("2026-11-21") ?? 0, length: 3 },
  zone: "Europe/Berlin",
  now: NOW,
  forecastEnd: null,
} as const;

interface RangeInput extends Partial<DeliveryRange> {
  readonly from?: string;
}

function computeFor(rows: readonly ScheduledSubscription[], { from = "2026-11-21", ...range }: RangeInput) {
  const first = parseCivilDay(from) ?? 0;
  const counted = { first, length: 3 };
  return runToCompletion(countDeliveries(rows, { ...BERLIN_DAYS, first, counted, ...range }));
}

const computeDays = (rows: readonly ScheduledSubscription[], range: RangeInput) =>
  computeFor(rows, range).days;

const countDays = (row: ScheduledSubscription, range: RangeInput = {}) =>
  computeDays([row], range).map(({ count }) => count);

const iso = (time: number) => new Date(time).toISOString().slice(0, 16);

it("counts the computed deliveries of a row without Trash and next delivery", () => {
  const row = delivery({ deleted: undefined, next_delivery_date: undefined });
  expect(countDays(row)).toEqual([1, 1, 1]);
});

it("leaves out computed deliveries after the end of the forecast, but not the server's next delivery", () => {
  const forecastEnd = Date.parse("2026-11-22T08:00:00Z");
  expect(countDays(delivery({}), { forecastEnd: forecastEnd + 1 })).toEqual([1, 1, 0]);
  const days = computeDays([delivery({ next_delivery_date: "2026-11-23T09:00:00Z" })], { forecastEnd });
  expect(days.map(({ count }) => count)).toEqual([1, 0, 1]);
  expect(days.map(({ isUnknown }) => isUnknown)).toEqual([false, true, true]);
  expect(days[2]?.entries(9).map(({ at, mark }) => [iso(at), mark])).toEqual([
    ["2026-11-23T09:00", "served"],
  ]);
});

it("counts by day and local hour", () => {
  const late = "2026-11-22T23:30:00Z";
  const lateAtNight = delivery({ start_date: late, next_delivery_date: late });
  const days = computeDays([delivery({}), lateAtNight], {});
  expect(days.map(({ count }) => count)).toEqual([1, 1, 2]);
  // 08:00 UTC is 09:00 in Berlin, and 23:30 UTC is 00:30 on the next day.
  expect(days[2]?.hours[9]).toBe(1);
  expect(days[2]?.hours[0]).toBe(1);
});

it("separates the deliveries that recur daily from the others and from exceptions", () => {
  const daily = delivery({});
  const eachWeekday = delivery({
    frequency: "weekly",
    byweekday: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
  });
  const secondDay = delivery({ interval: 2 });
  const skipped = delivery({ next_delivery_date: "2026-12-24T08:00:00Z" });
  const day = computeDays([daily, secondDay, eachWeekday, skipped], { from: "2026-11-22" })[0];
  expect(day?.dailyCount).toBe(2);
  expect(day?.entries(9, undefined, true).map(({ row }) => row)).toEqual([daily, eachWeekday]);
  expect(day?.entries(9, undefined, false).map(({ row }) => row)).toEqual([secondDay, skipped]);
});

it("returns each day's deliveries in order, by hour and with a limit", () => {
  const late = delivery({ start_date: "2026-01-01T20:15:00Z" });
  const early = delivery({ start_date: "2026-01-01T04:00:00Z" });
  const [day] = computeDays([late, early], {});
  expect(day?.entries(9).map(({ row, at }) => [row === early, iso(at)])).toEqual([
    [true, "2026-11-21T04:00"],
    [false, "2026-11-21T20:15"],
  ]);
  expect(day?.entries(1)).toHaveLength(1);
  expect(day?.entries(9, 21).map(({ row }) => row)).toEqual([late]);
});

it("ignores deleted and ended subscriptions, and days before creation", () => {
  expect(countDays(delivery({ deleted: true }))).toEqual([0, 0, 0]);
  expect(countDays(delivery({ next_delivery_date: null }))).toEqual([0, 0, 0]);
  expect(countDays(delivery({ created_at: "2026-11-22T07:59:00Z" }))).toEqual([0, 1, 1]);
});

it("marks skipped deliveries, and adds those only the server plans", () => {
  const postponed = delivery({ next_delivery_date: "2026-11-23T08:00:00Z" });
  const marks = computeDays([postponed], {}).map((day) => day.entries(9).map(({ mark }) => mark));
  expect(marks).toEqual([["daily"], ["skipped"], ["daily"]]);
  const other = delivery({ next_delivery_date: "2026-11-22T17:00:00Z" });
  const [, day] = computeDays([other], {});
  expect(day?.entries(9).map(({ mark, at }) => [mark, iso(at)])).toEqual([
    ["skipped", "2026-11-22T08:00"],
    ["served", "2026-11-22T17:00"],
  ]);
  expect(countDays(delivery({ frequency: "hourly" }))).toEqual([0, 1, 0]);
});

it("counts subscriptions, and differing ones, in the counted range", () => {
  const postponed = delivery({ next_delivery_date: "2026-11-23T08:00:00Z" });
  const rows = [delivery({}), postponed, delivery({ frequency: "monthly" })];
  expect(computeFor(rows, {})).toMatchObject({ subscriptions: 3, differingSubscriptions: 2 });
  const today = { first: parseCivilDay("2026-11-21") ?? 0, length: 1 };
  expect(computeFor(rows, { counted: today })).toMatchObject({
    subscriptions: 2,
    differingSubscriptions: 0,
  });
});

it("handles days of 23 and 25 hours", () => {
  const hourly = Array.from({ length: 24 }, (_, hour) =>
    delivery({ start_date: `2026-01-01T${String(hour).padStart(2, "0")}:30:00Z` }),
  );
  const [before, spring] = computeDays(hourly, { from: "2026-03-28" });
  expect(before?.count).toBe(24);
  expect(before?.timeChange).toBeNull();
  expect(spring?.count).toBe(23);
  expect(spring?.timeChange).toEqual({ minutes: 60, hour: 2 });
  expect(Array.from(spring?.hours ?? []).slice(0, 5)).toEqual([1, 1, 0, 1, 1]);
  const [autumn] = computeDays(hourly, { from: "2026-10-25" });
  expect(autumn?.count).toBe(25);
  expect(autumn?.timeChange).toEqual({ minutes: -60, hour: 3 });
  expect(Array.from(autumn?.hours ?? []).slice(0, 5)).toEqual([1, 1, 2, 1, 1]);
  expect(autumn?.entries(9, 2).map(({ at }) => iso(at))).toEqual(["2026-10-25T00:30", "2026-10-25T01:30"]);
  // In Santiago, clocks move from 24:00 to 01:00, so the day starts at 01:00.
  const [eve, santiago] = computeDays(hourly, { from: "2026-09-05", zone: "America/Santiago" });
  expect(eve?.timeChange).toBeNull();
  expect(santiago?.count).toBe(23);
  expect(santiago?.timeChange).toEqual({ minutes: 60, hour: 0 });
  expect(Array.from(santiago?.hours ?? []).slice(0, 3)).toEqual([0, 1, 1]);
});
