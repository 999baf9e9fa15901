import { buildSubscription } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { differsFromServed, previewSchedule } from "./subscription-occurrences";

const NOW = new Date("2026-11-20T12:00:00Z");
const preview = (fields: Partial<Subscription>, zone = "Europe/Berlin") =>
  previewSchedule(buildSubscription(fields), NOW, { zone, hasUtcRule: true });

describe("preview", () => {
  it("returns the next five deliveries in UTC, without those due within the server's lead time", () => {
    expect(preview({}).next).toEqual([
      "2026-11-23T08:00:30Z",
      "2026-11-30T08:00:30Z",
      "2026-12-07T08:00:30Z",
      "2026-12-14T08:00:30Z",
      "2026-12-21T08:00:30Z",
    ]);
    const daily = { frequency: "daily", byweekday: null };
    expect(preview({ ...daily, start_date: "2026-11-20T12:10:00Z" }).next[0]).toBe("2026-11-21T12:10:00Z");
    expect(preview({ ...daily, start_date: "2026-11-20T12:20:00Z" }).next[0]).toBe("2026-11-20T12:20:00Z");
  });

  it("warns of the next time change with both times", () => {
    const warning = preview({}).clockWarning;
    expect(warning).toContain("Europe/Berlin");
    expect(warning).toContain("deliveries arrive at 10:00 instead of 09:00");
  });

  it.each(["UTC", "Asia/Kolkata", "Mars/Base"])("has no warning in %s", (zone) => {
    expect(preview({}, zone).clockWarning).toBeNull();
  });

  it.each([
    ["Europe/Berlin", "2026-03-30T12:00:00Z", "09:00 instead of 10:00"],
    ["Australia/Lord_Howe", "2026-10-05T12:00:00Z", "18:30 instead of 19:00"],
  ])("warns a daily schedule in %s from %s of the next time change", (zone, now, hours) => {
    const daily = buildSubscription({
      frequency: "daily",
      byweekday: null,
      start_date: "2026-03-01T08:00:00Z",
    });
    expect(previewSchedule(daily, new Date(now), { zone, hasUtcRule: true }).clockWarning).toContain(
      `arrive at ${hours}`,
    );
  });

  it("has no warning for a time change after the last delivery, and reports an exhausted schedule", () => {
    expect(preview({ until_date: "2026-12-31T00:00:00Z" }).clockWarning).toBeNull();
    expect(preview({ until_date: "2026-11-03T00:00:00Z" })).toMatchObject({ next: [], isExhausted: true });
    expect(preview({ frequency: "lunar" })).toMatchObject({ next: [], isExhausted: false });
    expect(preview({}).isExhausted).toBe(false);
  });
});

describe("preview on a server whose rule for time changes isn't known", () => {
  const previewUnknown = (fields: Partial<Subscription>) =>
    previewSchedule(buildSubscription(fields), NOW, { zone: "Europe/Berlin", hasUtcRule: false });

  it("ends before the first time change of any zone, and says so", () => {
    const monthly = { frequency: "monthly", byweekday: null, start_date: "2026-11-24T08:00:00Z" };
    const { next, clockWarning, cutNote } = previewUnknown(monthly);
    // Clocks in New York change two weeks before those in Berlin.
    expect(next.at(-1)).toBe("2027-02-24T08:00:00Z");
    expect(clockWarning).toBeNull();
    expect(cutNote).toContain("Mar 14, 2027");
  });

  it("is the same if it ends before the time change", () => {
    expect(previewUnknown({})).toEqual({ ...preview({}), clockWarning: null });
  });

  it("of a schedule without earlier deliveries is empty, but not exhausted", () => {
    const yearly = { frequency: "yearly", byweekday: null, start_date: "2026-06-01T08:00:00Z" };
    expect(previewUnknown(yearly)).toMatchObject({ next: [], isExhausted: false });
  });
});

it.each<[string, Partial<Subscription>, boolean]>([
  ["the same", {}, false],
  ["the same except for milliseconds", { next_delivery_date: "2026-11-23T08:00:30.123Z" }, false],
  ["due and not yet sent", { next_delivery_date: "2026-11-16T08:00:30Z" }, false],
  ["later than due", { next_delivery_date: "2026-11-30T08:00:30Z" }, true],
  ["none although the schedule continues", { next_delivery_date: null }, true],
  ["none because it ended", { next_delivery_date: null, until_date: "2026-11-10T00:00:00Z" }, false],
  ["a date although it ended", { until_date: "2026-11-10T00:00:00Z" }, true],
  ["an unsupported schedule", { frequency: "lunar" }, false],
  ["deleted", { deleted: true, next_delivery_date: null }, false],
])("the server's and the computed next delivery %s", (_name, fields, differs) => {
  expect(differsFromServed(buildSubscription(fields), NOW)).toBe(differs);
});
