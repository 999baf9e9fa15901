import { describe, expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { buildSubscription } from "@/testing/build-subscription";
import {
  availableSubscriptionActions,
  describeSubscriptionState,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "./subscription-rules";

const NOW = new Date("2026-11-20T12:00:00Z");

describe("state", () => {
  it.each<[string, Partial<Subscription>, string]>([
    ["scheduled", {}, "active"],
    ["due within the grace period", { next_delivery_date: "2026-11-20T11:30:00Z" }, "active"],
    ["due hours ago", { next_delivery_date: "2026-11-20T09:00:00Z" }, "overdue"],
    ["no next delivery", { next_delivery_date: null }, "ended"],
    ["deleted", { deleted: true }, "deleted"],
    ["deleted and ended", { deleted: true, next_delivery_date: null }, "deleted"],
    ["an invalid next delivery", { next_delivery_date: "soon" }, "active"],
  ])("%s", (_name, fields, state) => {
    expect(describeSubscriptionState(buildSubscription(fields), NOW).state).toBe(state);
  });

  it("shows the end date of an ended subscription", () => {
    const reading = describeSubscriptionState(
      buildSubscription({ next_delivery_date: null, until_date: "2026-10-15T12:00:00Z" }),
      NOW,
    );
    expect(reading.explanation).toMatch(/Ended .*2026/);
  });

  it("offers Restore only in Trash and Delete only outside", () => {
    expect(availableSubscriptionActions({ deleted: true, enabled: true })).toEqual(["restore", "duplicate"]);
    expect(availableSubscriptionActions({ deleted: false })).toEqual(["edit", "duplicate", "delete"]);
  });

  it("offers Pause or Resume only where the server can pause", () => {
    expect(availableSubscriptionActions({ deleted: false, enabled: true })).toContain("pause");
    expect(availableSubscriptionActions({ deleted: false, enabled: false })).toContain("resume");
    expect(availableSubscriptionActions({ deleted: false, enabled: null })).toHaveLength(3);
  });
});

describe("title", () => {
  it.each<[string, Partial<Subscription>, string, boolean]>([
    ["served", {}, "Weekly figures", false],
    ["several addresses", { title: null }, "Dashboard 12 to ana@example.com and 1 more", true],
    ["blank", { title: "  ", target_value: "ana@example.com" }, "Dashboard 12 to ana@example.com", true],
    ["no recipients", { title: null, target_value: "," }, "Dashboard 12 with no recipients", true],
    [
      "webhook",
      { title: null, target_type: "webhook", target_value: "https://hooks.example.com/secret/1" },
      "Dashboard 12 to hooks.example.com",
      true,
    ],
    [
      "Slack",
      { title: null, dashboard: null, insight: 3, target_type: "slack", target_value: "#a,b" },
      "Insight 3 to #a,b",
      true,
    ],
  ])("%s", (_name, fields, text, isMade) => {
    expect(subscriptionTitle(buildSubscription(fields))).toEqual({ text, isGenerated: isMade });
  });
});

describe("source", () => {
  it.each([
    [{ dashboard: 1, insight: null }, "Dashboard 1"],
    [{ dashboard: null, insight: 0 }, "Insight 0"],
    [{ dashboard: 1, insight: 2 }, "Dashboard 1, insight 2"],
    [{ dashboard: null, insight: null }, "No source"],
  ])("%j", (source, label) => {
    expect(subscriptionSourceLabel(source)).toBe(label);
  });
});
