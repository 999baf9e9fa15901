import { buildSubscription } from "@test/support/builders";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { listOccurrences, occurrencesBetween } from "@/lib/schedule/recurrence";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { WEEKDAYS } from "@/lib/time/calendar-days";
import { wallClock } from "@/lib/time/dates";
import { findNextTimeChange } from "@/lib/time/time-changes";
import { getDstShift, getShiftedSet } from "./dst-shifts";
import { planDstFix } from "./plan-dst-fix";

const ZONE = "Europe/Berlin";
const NOW = new Date("2026-11-21T10:00:00Z");
const SPRING = new Date("2027-03-28T01:00:00Z");
const AUTUMN = new Date("2026-10-25T01:00:00Z");

function shiftFor(fields: Partial<Subscription>, change = SPRING, zone = ZONE) {
  return getDstShift(buildSubscription(fields), change, zone);
}

function fixFor(fields: Partial<Subscription>, change = SPRING) {
  const record = buildSubscription(fields);
  const shift = getDstShift(record, change, ZONE);
  if (shift === null) throw new Error("it does not move");
  return planDstFix(record, shift);
}

describe("getDstShift", () => {
  it("returns the shift of a subscription that delivers before and after", () => {
    expect(shiftFor({})).toEqual({
      before: new Date("2027-03-22T08:00:30Z"),
      after: new Date("2027-03-29T08:00:30Z"),
      shiftMinutes: 60,
      dayShift: 0,
    });
  });

  it.each<[string, Partial<Subscription>]>([
    ["one that ends before it", { until_date: "2027-03-01T00:00:00Z" }],
    ["an ended one", { next_delivery_date: null }],
    [
      "what goes out once in each winter",
      { frequency: "yearly", byweekday: null, start_date: "2025-12-01T08:00:00Z" },
    ],
    ["an unsupported schedule", { frequency: "hourly" }],
  ])("returns null for %s", (_name, fields) => {
    expect(shiftFor(fields)).toBeNull();
  });

  it("handles zones without time changes, half-hour changes, a shift across midnight, and the next change", () => {
    expect(shiftFor({}, SPRING, "UTC")).toBeNull();
    expect(shiftFor({}, new Date("2027-04-03T15:00:00Z"), "Australia/Lord_Howe")?.shiftMinutes).toBe(-30);
    expect(shiftFor({ start_date: "2026-11-02T22:30:00Z" })?.dayShift).toBe(1);
    expect(shiftFor({ start_date: "2026-05-04T22:30:00Z" }, AUTUMN)?.dayShift).toBe(-1);
  });
});

describe("getShiftedSet", () => {
  const findShifted = (...records: Subscription[]) =>
    [...runToCompletion(getShiftedSet(records, NOW.getTime(), ZONE))].map(({ id }) => id);
  const newer = buildSubscription({ id: 2, enabled: true });
  const summerStart = { enabled: true, start_date: "2026-06-01T08:00:00Z" };

  it("finds shifted subscriptions by the contract's rule, and on newer servers only if a record proves it", () => {
    expect(findShifted(buildSubscription({ id: 1 }))).toEqual([1]);
    expect(runToCompletion(getShiftedSet([buildSubscription()], NOW.getTime(), "UTC")).size).toBe(0);
    expect(findShifted(newer)).toEqual([]);
    const utc = buildSubscription({ id: 3, ...summerStart, next_delivery_date: "2026-12-07T08:00:30Z" });
    expect(findShifted(newer, utc)).toEqual([2, 3]);
    const local = buildSubscription({ id: 3, ...summerStart, next_delivery_date: "2026-12-07T09:00:30Z" });
    expect(findShifted(newer, local)).toEqual([]);
  });
});

describe("planDstFix", () => {
  it("changes only the start, the weekdays if the UTC day changes, and the end if the last delivery would be lost", () => {
    expect(fixFor({})).toEqual({ kind: "change", body: { start_date: "2026-11-02T07:00:30Z" } });
    expect(fixFor({ start_date: "2026-11-02T00:30:00Z", byweekday: ["monday", "friday"] })).toEqual({
      kind: "change",
      body: { start_date: "2026-11-01T23:30:00Z", byweekday: ["thursday", "sunday"] },
    });
    const fields = { start_date: "2026-05-04T08:00:00Z", until_date: "2026-12-28T08:00:00Z" };
    expect(fixFor(fields, AUTUMN)).toEqual({
      kind: "change",
      body: { start_date: "2026-05-04T09:00:00Z", until_date: "2026-12-28T09:00:00Z" },
    });
  });

  it("changes an end long after the time change too", () => {
    const fields = { frequency: "daily", byweekday: null, start_date: "2026-05-04T08:00:00Z" };
    expect(fixFor({ ...fields, until_date: "2027-12-28T08:00:00Z" }, AUTUMN)).toMatchObject({
      body: { until_date: "2027-12-28T09:00:00Z" },
    });
    expect(fixFor({ ...fields, until_date: "2027-12-28T12:00:00Z" }, AUTUMN)).toEqual({
      kind: "change",
      body: { start_date: "2026-05-04T09:00:00Z" },
    });
  });

  it.each<[string, Partial<Subscription>]>([
    ["the first Monday", { frequency: "monthly", byweekday: ["monday"], bysetpos: 1 }],
    ["two days of every second week", { interval: 2, byweekday: ["monday", "wednesday"] }],
  ])("is impossible for %s around midnight", (_name, fields) => {
    expect(fixFor({ start_date: "2026-11-02T00:30:00Z", ...fields })).toEqual({
      kind: "impossible",
      reason: expect.stringContaining("In UTC, the delivery would move to the previous day"),
    });
  });
});

const records = fc
  .record({
    frequency: fc.constantFrom("daily", "weekly", "monthly", "yearly"),
    interval: fc.constantFrom(1, 2, 3),
    byweekday: fc.option(fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 3 })),
    bysetpos: fc.constantFrom(null, 1, -1),
    day: fc.nat(40),
    minutes: fc.constantFrom(0, 30, 450, 1350, 1410),
    change: fc.constantFrom(SPRING, AUTUMN),
  })
  .map(({ day, minutes, change, ...fields }) => ({
    change,
    record: buildSubscription({
      ...fields,
      start_date: new Date(Date.UTC(2026, 7, 1 + day, 0, minutes)).toISOString(),
    }),
  }));

it("keeps local time and day of each later delivery for every offered fix", () => {
  let offeredCount = 0;
  fc.assert(
    fc.property(records, ({ record, change }) => {
      const shift = getDstShift(record, change, ZONE);
      if (shift === null) return;
      const fix = planDstFix(record, shift);
      if (fix.kind === "impossible") return;
      offeredCount += 1;
      // Compares dates up to the next time change, because dates after it shift again.
      const before = findNextTimeChange(change, ZONE)?.at ?? change;
      const range = { after: change, before, limit: 300 };
      const { start_date = "", byweekday = record.byweekday } = fix.body;
      const originalDates = listOccurrences(record, range).map((date) => wallClock(date, ZONE));
      const fixedDates = listOccurrences({ ...record, start_date, byweekday }, range).map((date) =>
        wallClock(date, ZONE),
      );
      const usual = wallClock(shift.before, ZONE);
      expect(new Set(fixedDates.map(({ hour, minute }) => `${hour}:${minute}`))).toEqual(
        new Set([`${usual.hour}:${usual.minute}`]),
      );
      // At the ends of the range, one of the lists may have an additional date.
      expect(Math.abs(fixedDates.length - originalDates.length)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 150 },
  );
  expect(offeredCount).toBeGreaterThan(100);
});

it("no edit that is offered moves another delivery within five years", () => {
  const fiveYears = 5 * 365 * 86_400_000;
  let offeredCount = 0;
  for (const frequency of ["monthly", "yearly"]) {
    for (const minutes of [0, 30, 1410]) {
      for (let mask = 3; mask < 128; mask += 1) {
        for (const [change, startDay] of [
          [SPRING, 1],
          [AUTUMN, 15],
        ] as const) {
          const record = buildSubscription({
            frequency,
            interval: 2,
            byweekday: WEEKDAYS.filter((_, index) => mask & (1 << index)),
            start_date: new Date(Date.UTC(2026, 1, startDay, 0, minutes)).toISOString(),
          });
          const shift = getDstShift(record, change, ZONE);
          if (shift === null) continue;
          const fix = planDstFix(record, shift);
          if (fix.kind === "impossible") continue;
          offeredCount += 1;
          const offsetMs = -shift.shiftMinutes * 60_000;
          const from = shift.after.getTime();
          const old = occurrencesBetween(record, { from, to: from + fiveYears }) ?? [];
          const { start_date = "", byweekday = record.byweekday } = fix.body;
          const window = { from: from + offsetMs, to: from + offsetMs + fiveYears };
          const fixed = occurrencesBetween({ ...record, start_date, byweekday }, window);
          expect(fixed).toEqual(old.map((date) => date + offsetMs));
        }
      }
    }
  }
  expect(offeredCount).toBeGreaterThan(50);
});
