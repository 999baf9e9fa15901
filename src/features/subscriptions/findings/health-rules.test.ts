import { buildSubscription } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { sourceCheckKey } from "@/data/catalog/source-labels";
import { findingReason } from "@/features/subscriptions/health/health-messages";
import { getEndingDate, getScheduleFix, hasFinding, hasRunOut } from "./health-rules";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const DAILY = { frequency: "daily", byweekday: null, start_date: "2026-11-02T08:00:00Z" };

it.each<[string, Partial<Subscription>, string | null]>([
  ["a date exactly 14 days ahead", { until_date: "2026-12-05T10:00:00Z" }, "2026-11-30T08:00:30Z"],
  ["a later date", { until_date: "2026-12-05T10:00:01Z" }, null],
  ["a count that runs out", { ...DAILY, count: 30 }, "2026-12-01T08:00:00Z"],
  ["by the first one", { ...DAILY, count: 60, until_date: "2026-11-23T12:00:00Z" }, "2026-11-23T08:00:00Z"],
  ["already ended", { until_date: "2026-12-01T00:00:00Z", next_delivery_date: null }, null],
  ["no delivery before the end", { until_date: "2026-11-22T00:00:00Z" }, null],
  [
    "by its date, with a rhythm nobody knows",
    { frequency: "hourly", until_date: "2026-12-01T00:00:00Z" },
    "2026-12-01T00:00:00Z",
  ],
])("ending within 14 days %s", (_name, fields, last) => {
  const at = getEndingDate(buildSubscription(fields), NOW);
  expect(at).toBe(last === null ? null : Date.parse(last));
  expect(hasFinding("ending", buildSubscription(fields), NOW)).toBe(last !== null);
});

describe("what a schedule without deliveries left needs", () => {
  const ENDED = { until_date: "2026-11-10T00:00:00Z" };
  const COUNTED = { ...DAILY, count: 3 };
  it.each<[string, Partial<Subscription>, ReturnType<typeof getScheduleFix>]>([
    ["a later end", ENDED, "later-end"],
    ["a later end, with deliveries left to count", { ...ENDED, count: 60 }, "later-end"],
    ["a larger number of deliveries", COUNTED, "more-deliveries"],
    ["both", { ...COUNTED, ...ENDED }, "both"],
    ["another schedule", { bysetpos: 3 }, "other-schedule"],
  ])("%s", (_name, fields, fix) => {
    expect(getScheduleFix(buildSubscription(fields), NOW)).toBe(fix);
  });
});

const OVERDUE = { next_delivery_date: "2026-11-16T08:00:30Z" };

const WEBHOOK = { target_type: "webhook", target_value: "https://hooks.example.com/a" };

describe("never delivers", () => {
  it.each<[string, Partial<Subscription>, RegExp | null]>([
    ["an active schedule", {}, null],
    ["without recipients", { target_value: " , " }, /^No recipients/],
    ["without a source", { dashboard: null }, /^No dashboard or insight/],
    ["a webhook", WEBHOOK, /^The server accepts webhooks but doesn't send them\. Choose another channel/],
    ["overdue and past its end", { ...OVERDUE, until_date: "2026-11-17T00:00:00Z" }, /no deliveries left/],
    ["overdue at a position that never occurs", { ...OVERDUE, bysetpos: 3 }, /no deliveries left/],
    ["overdue at a position that the server ignores", { ...OVERDUE, bysetpos: 3, enabled: true }, null],
    ["overdue with later dates", OVERDUE, null],
    ["on its way", { next_delivery_date: "2026-11-21T09:30:00Z", until_date: "2026-11-21T09:31:00Z" }, null],
    ["ended", { ...WEBHOOK, next_delivery_date: null }, null],
    ["paused", { ...WEBHOOK, enabled: false }, null],
  ])("%s", (_name, fields, reason) => {
    const record = buildSubscription(fields);
    expect(hasFinding("never", record, NOW)).toBe(reason !== null);
    if (reason !== null) expect(findingReason("never", record, new Date(NOW), new Map())).toMatch(reason);
    // A new schedule doesn't help, so such a subscription isn't merely overdue.
    const isSchedule = hasRunOut(record, NOW);
    if (reason !== null && !isSchedule) expect(hasFinding("overdue", record, NOW)).toBe(false);
  });

  it.each([
    ["deleted", /is deleted\. Restore it on the server, or choose another/],
    ["no-insights", /has no insights\. Add insights to it on the server/],
  ])("a dashboard that is known as %s, whatever its next date is", (check, reason) => {
    const checks = new Map([[sourceCheckKey("dashboard 12"), check]]);
    for (const record of [buildSubscription(), buildSubscription(OVERDUE)]) {
      expect(hasFinding("never", record, NOW, checks)).toBe(true);
      expect(hasFinding("overdue", record, NOW, checks)).toBe(false);
      expect(findingReason("never", record, new Date(NOW), checks)).toMatch(reason);
    }
    expect(hasFinding("never", buildSubscription({ dashboard: 13 }), NOW, checks)).toBe(false);
  });
});

it("takes overdue and ended from the subscription state", () => {
  expect(hasFinding("overdue", buildSubscription(OVERDUE), NOW)).toBe(true);
  expect(hasFinding("ended", buildSubscription({ next_delivery_date: null }), NOW)).toBe(true);
  expect(hasFinding("ended", buildSubscription(), NOW)).toBe(false);
});
