import { describe, expect, it } from "vitest";
import type { DayDeliveries } from "@/lib/schedule/deliveries-per-day";
import {
  deliveryCountLabel,
  findBusiestTimes,
  formatHourRange,
  knownCountLabel,
  timeChangeLabel,
} from "./calendar-labels";

function load(day: number, byHour: Readonly<Record<number, number>>): DayDeliveries<unknown> {
  const hours = Array.from({ length: 24 }, (_, hour) => byHour[hour] ?? 0);
  const count = hours.reduce((sum, of) => sum + of, 0);
  return { day, count, hours, dailyCount: 0, timeChange: null, isUnknown: false, entries: () => [] };
}

it("labels of counts claim no empty day where deliveries are unknown", () => {
  expect([0, 2].map((count) => knownCountLabel(count, true))).toEqual(["deliveries unknown", "2 deliveries"]);
  expect([0, 2].map((count) => knownCountLabel(count, false))).toEqual(["no deliveries", "2 deliveries"]);
});

describe("peaks", () => {
  const counted = { first: 10, length: 3 };
  it("are the first maximum of the counted days; the bar scale includes all days", () => {
    const days = [
      load(9, { 3: 50 }),
      load(10, { 9: 2, 10: 2 }),
      load(11, { 8: 4 }),
      load(12, { 7: 3, 9: 1 }),
    ];
    expect(findBusiestTimes(days, counted)).toEqual({
      total: 12,
      day: { day: 10, count: 4 },
      hour: { day: 11, hour: 8, count: 4 },
      maxPerDay: 50,
      maxPerHour: 50,
    });
  });

  it("are null without deliveries", () => {
    expect(findBusiestTimes([load(10, {})], counted)).toMatchObject({ total: 0, day: null, hour: null });
  });
});

it("formats hours, counts and time changes", () => {
  expect(formatHourRange(9)).toBe("09:00 to 10:00");
  expect(formatHourRange(23)).toBe("23:00 to 24:00");
  expect([0, 1, 2].map(deliveryCountLabel)).toEqual(["no deliveries", "1 delivery", "2 deliveries"]);
  expect([0, 60, -60, 30].map(timeChangeLabel)).toEqual([
    null,
    "Clocks go forward 1 hour",
    "Clocks go back 1 hour",
    "Clocks go forward 30 minutes",
  ]);
});
