import { describe, expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { buildSubscription } from "@/testing/build-subscription";
import { getEndingDate, hasFinding, neverReasons } from "./health-rules";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const DAILY = { frequency: "daily", byweekday: null, start_date: "2026-11-02T08:00:00Z" };

describe("ending within 14 days", () => {
  it.each<[string, Partial<Subscription>, string | null]>([
    ["a date within 14 days", { until_date: "2026-12-01T00:00:00Z" }, "2026-11-30T08:00:30Z"],
    ["a date exactly 14 days ahead", { until_date: "2026-12-05T10:00:00Z" }, "2026-11-30T08:00:30Z"],
    ["a later date", { until_date: "2026-12-05T10:00:01Z" }, null],
    ["a count that runs out", { ...DAILY, count: 30 }, "2026-12-01T08:00:00Z"],
    ["a count that runs out later", { ...DAILY, count: 60 }, null],
    [
      "by whichever comes first",
      { ...DAILY, count: 60, until_date: "2026-11-23T12:00:00Z" },
      "2026-11-23T08:00:00Z",
    ],
    ["no end", {}, null],
    ["already ended", { until_date: "2026-12-01T00:00:00Z", next_delivery_date: null }, null],
    ["deleted", { until_date: "2026-12-01T00:00:00Z", deleted: true }, null],
    ["no delivery before the end", { until_date: "2026-11-22T00:00:00Z" }, null],
    [
      "by its date, with a rhythm nobody knows",
      { frequency: "hourly", until_date: "2026-12-01T00:00:00Z" },
      "2026-12-01T00:00:00Z",
    ],
  ])("%s", (_name, fields, last) => {
    const at = getEndingDate(buildSubscription(fields), NOW);
    expect(at).toBe(last === null ? null : Date.parse(last));
    expect(hasFinding("ending", buildSubscription(fields), NOW)).toBe(last !== null);
  });
});

const OVERDUE = { next_delivery_date: "2026-11-16T08:00:30Z" };

describe("never delivers", () => {
  it.each<[string, Partial<Subscription>, readonly string[]]>([
    ["an active schedule", {}, []],
    ["without recipients", { target_value: " , " }, ["recipients"]],
    ["without a source", { dashboard: null }, ["source"]],
    ["without both", { dashboard: null, target_value: "" }, ["recipients", "source"]],
    ["overdue and past its end", { ...OVERDUE, until_date: "2026-11-17T00:00:00Z" }, ["schedule"]],
    ["overdue with its count used up", { ...OVERDUE, count: 3 }, ["schedule"]],
    ["overdue at a position that never occurs", { ...OVERDUE, bysetpos: 3 }, ["schedule"]],
    ["overdue with later dates", OVERDUE, []],
    [
      "the last one is on its way",
      { next_delivery_date: "2026-11-21T09:30:00Z", until_date: "2026-11-21T09:31:00Z" },
      [],
    ],
    ["ended", { target_value: "", next_delivery_date: null }, []],
    ["deleted", { target_value: "", deleted: true }, []],
    ["an unsupported schedule", { ...OVERDUE, frequency: "hourly", count: 1 }, []],
  ])("%s", (_name, fields, reasons) => {
    expect(neverReasons(buildSubscription(fields), NOW)).toEqual(reasons);
    expect(hasFinding("never", buildSubscription(fields), NOW)).toBe(reasons.length > 0);
  });
});

it("takes overdue and ended from the subscription state", () => {
  expect(hasFinding("overdue", buildSubscription(OVERDUE), NOW)).toBe(true);
  expect(hasFinding("ended", buildSubscription({ next_delivery_date: null }), NOW)).toBe(true);
  expect(hasFinding("ended", buildSubscription(), NOW)).toBe(false);
});
