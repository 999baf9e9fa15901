import { describe, expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { buildSubscription } from "@/testing/build-subscription";
import { differsFromServed, previewSchedule } from "./subscription-occurrences";

const NOW = new Date("2026-11-20T12:00:00Z");
const preview = (fields: Partial<Subscription>, zone = "Europe/Berlin") =>
  previewSchedule(buildSubscription(fields), NOW, zone);

describe("preview", () => {
  it("gives the next five in UTC", () => {
    expect(preview({}).next).toEqual([
      "2026-11-23T08:00:30Z",
      "2026-11-30T08:00:30Z",
      "2026-12-07T08:00:30Z",
      "2026-12-14T08:00:30Z",
      "2026-12-21T08:00:30Z",
    ]);
  });

  it("leaves out what is due within the servers' quarter of an hour", () => {
    const daily = { frequency: "daily", byweekday: null };
    expect(preview({ ...daily, start_date: "2026-11-20T12:10:00Z" }).next[0]).toBe("2026-11-21T12:10:00Z");
    expect(preview({ ...daily, start_date: "2026-11-20T12:20:00Z" }).next[0]).toBe("2026-11-20T12:20:00Z");
  });

  it("warns of the change of the clocks, with both hours", () => {
    const warning = preview({}).clockWarning;
    expect(warning).toContain("Europe/Berlin");
    expect(warning).toContain("it arrives at 10:00 instead of 09:00");
  });

  it.each(["UTC", "Asia/Kolkata"])("has nothing to warn of in %s", (zone) => {
    expect(preview({}, zone).clockWarning).toBeNull();
  });

  it.each([
    ["Europe/Berlin", "2026-03-30T12:00:00Z", "09:00 instead of 10:00"],
    ["America/New_York", "2026-03-09T12:00:00Z", "03:00 instead of 04:00"],
    ["Pacific/Auckland", "2026-09-28T12:00:00Z", "20:00 instead of 21:00"],
  ])("warns a daily schedule in %s on the day after spring's change", (zone, now, hours) => {
    const daily = buildSubscription({
      frequency: "daily",
      byweekday: null,
      start_date: "2026-03-01T08:00:00Z",
    });
    expect(previewSchedule(daily, new Date(now), zone).clockWarning).toContain(`arrives at ${hours}`);
  });

  it("does not warn of a change after the last delivery", () => {
    expect(preview({ until_date: "2026-12-31T00:00:00Z" }).clockWarning).toBeNull();
  });

  it("says when nothing will ever go out, and only then", () => {
    expect(preview({ until_date: "2026-11-03T00:00:00Z" })).toMatchObject({ next: [], isExhausted: true });
    expect(preview({ frequency: "lunar" })).toMatchObject({ next: [], isExhausted: false });
    expect(preview({}).isExhausted).toBe(false);
  });
});

describe("served and computed next delivery", () => {
  it.each<[string, Partial<Subscription>, boolean]>([
    ["the same", {}, false],
    ["the same but for milliseconds", { next_delivery_date: "2026-11-23T08:00:30.123Z" }, false],
    ["due and not sent yet", { next_delivery_date: "2026-11-16T08:00:30Z" }, false],
    ["one later than due", { next_delivery_date: "2026-11-30T08:00:30Z" }, true],
    ["another hour", { next_delivery_date: "2026-11-23T09:00:00Z" }, true],
    ["none although the schedule goes on", { next_delivery_date: null }, true],
    ["none because it ended", { next_delivery_date: null, until_date: "2026-11-10T00:00:00Z" }, false],
    ["one although it ended", { until_date: "2026-11-10T00:00:00Z" }, true],
    ["a schedule nobody understands", { frequency: "lunar" }, false],
    ["no date at all", { next_delivery_date: "soon" }, false],
    ["deleted", { deleted: true, next_delivery_date: null }, false],
  ])("%s", (_name, fields, differs) => {
    expect(differsFromServed(buildSubscription(fields), NOW)).toBe(differs);
  });
});
