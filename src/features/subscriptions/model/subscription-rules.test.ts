import { buildSubscription } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { sourceCheckKey } from "@/data/catalog/source-labels";
import { subscriptionSourceLabel, subscriptionTitle } from "@/data/subscriptions/subscriptions";
import {
  availableSubscriptionActions,
  describeSubscriptionState,
  getDueDate,
  getNextDelivery,
  isSending,
} from "./subscription-rules";

const NOW = new Date("2026-11-20T12:00:00Z");

const WEBHOOK = { target_type: "webhook", target_value: "https://x.example/a" };
const OVERDUE = { next_delivery_date: "2026-11-20T09:00:00Z" };
const explain = (fields: Partial<Subscription>, names?: ReadonlyMap<string, string>) =>
  describeSubscriptionState(buildSubscription(fields), NOW, names).explanation;

describe("what helps an overdue subscription", () => {
  it("says that it is still sent, and what may prevent it", () => {
    expect(explain(OVERDUE)).toBe(
      "Was due 3 hours ago. It's sent with the server's next hourly run, unless something prevents it. Possible causes: the dashboard is deleted or has no insights, or the server isn't sending.",
    );
    expect(explain({ ...OVERDUE, dashboard: null, insight: 4 })).toMatch(
      /the insight is deleted, or the server/,
    );
    expect(explain({ ...OVERDUE, dashboard: null, resource_type: "ai_prompt" })).not.toContain("causes");
  });

  it("names no cause that was ruled out, and claims no deletion if the source may only be hidden from the key", () => {
    expect(explain(OVERDUE, new Map([[sourceCheckKey("dashboard 12"), "deliverable"]]))).not.toContain(
      "causes",
    );
    expect(explain(OVERDUE, new Map([["dashboard 12", ""]]))).toMatch(
      /The dashboard is deleted, or your key can't read it\.$/,
    );
  });

  it("doesn't offer a resume that the server refuses", () => {
    expect(explain({ ...WEBHOOK, enabled: false })).toMatch(/^Nothing is sent, even if .* is resumed\./);
    expect(availableSubscriptionActions(buildSubscription({ ...WEBHOOK, enabled: false }))).not.toContain(
      "resume",
    );
  });

  it("names invalid recipients, and how to correct them", () => {
    expect(explain({ target_value: "a@x.co; b@x.co" })).toBe(
      "Never delivers: “a@x.co; b@x.co” isn't a valid email address. Replace it with a@x.co and b@x.co.",
    );
    expect(explain({ target_value: "'a@x.co'", enabled: false })).toMatch(
      /even if .* Replace it with a@x\.co/,
    );
    expect(explain({ target_value: "a,b,c,d,e" })).toMatch(/ 2 more can't receive deliveries\.$/);
  });

  it("calls no past date the next delivery, and plans none that is never sent", () => {
    expect(getNextDelivery(buildSubscription(OVERDUE), NOW)).toBeNull();
    expect(
      getNextDelivery(buildSubscription({ next_delivery_date: "2026-11-20T11:59:59Z" }), NOW),
    ).toBeNull();
    expect(getDueDate(buildSubscription(OVERDUE))).toBe(OVERDUE.next_delivery_date);
    expect(getNextDelivery(buildSubscription(), NOW)).not.toBeNull();
    expect(getNextDelivery(buildSubscription(WEBHOOK), NOW)).toBeNull();
    expect(getNextDelivery(buildSubscription({ dashboard: null }), NOW)).toBeNull();
  });
});

describe("state", () => {
  it.each<[string, Partial<Subscription>, string]>([
    ["scheduled", {}, "active"],
    ["due within the grace period", { next_delivery_date: "2026-11-20T11:30:00Z" }, "active"],
    ["a webhook", { target_type: "webhook", target_value: "https://x.example/a" }, "never"],
    ["no source", { dashboard: null }, "never"],
    ["two addresses in one", { target_value: "a@x.co; b@x.co" }, "never"],
    ["a valid and an invalid address", { target_value: "a@x.co; b@x.co,c@x.co" }, "active"],
    ["a Slack URL as a channel", { target_type: "slack", target_value: "https://x.slack.com/a" }, "never"],
    ["the host of the Teams app", { target_type: "teams", target_value: "teams.microsoft.com" }, "never"],
    ["an AI prompt", { dashboard: null, resource_type: "ai_prompt" }, "active"],
    ["a paused webhook", { ...WEBHOOK, enabled: false }, "paused"],
    ["paused after its last delivery", { enabled: false, next_delivery_date: null }, "ended"],
    [
      "paused, with its end passed since then",
      { enabled: false, next_delivery_date: "2026-11-01T08:00:00Z", until_date: "2026-11-15T00:00:00Z" },
      "ended",
    ],
    [
      "paused, with its end ahead",
      { enabled: false, next_delivery_date: "2026-11-01T08:00:00Z", until_date: "2026-12-15T00:00:00Z" },
      "paused",
    ],
    ["an ended webhook", { ...WEBHOOK, next_delivery_date: null }, "ended"],
    ["deleted and ended", { deleted: true, next_delivery_date: null }, "deleted"],
    ["an invalid next delivery", { next_delivery_date: "soon" }, "active"],
  ])("%s", (_name, fields, state) => {
    expect(describeSubscriptionState(buildSubscription(fields), NOW).state).toBe(state);
  });

  it("shows the end date of an ended subscription, but none that hasn't come", () => {
    const fields = { next_delivery_date: null, count: 3, until_date: "2027-10-15T12:00:00Z" };
    expect(describeSubscriptionState(buildSubscription(fields), NOW).explanation).toBe(
      "No more deliveries are scheduled.",
    );
    const reading = describeSubscriptionState(
      buildSubscription({ next_delivery_date: null, until_date: "2026-10-15T12:00:00Z" }),
      NOW,
    );
    expect(reading.explanation).toMatch(/Ended .*2026/);
  });

  it("offers Restore only in Trash and Delete only outside", () => {
    const actionsOf = (fields: Partial<Subscription>) =>
      availableSubscriptionActions(buildSubscription(fields));
    expect(actionsOf({ deleted: true, enabled: true })).toEqual(["restore", "duplicate"]);
    expect(actionsOf({ deleted: false })).toEqual(["edit", "duplicate", "delete"]);
  });

  it("offers Pause or Resume only where the server can pause", () => {
    const actionsOf = (enabled: boolean | null) =>
      availableSubscriptionActions(buildSubscription({ enabled }));
    expect(actionsOf(true)).toContain("pause");
    expect(actionsOf(false)).toContain("resume");
    expect(actionsOf(null)).toHaveLength(3);
    for (const enabled of [true, false])
      expect(
        availableSubscriptionActions(buildSubscription({ enabled, next_delivery_date: null })),
      ).toHaveLength(3);
  });
});

it.each<[string, Partial<Subscription>, string, boolean]>([
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
])("title %s", (_name, fields, text, isMade) => {
  expect(subscriptionTitle(buildSubscription(fields))).toEqual({ text, isGenerated: isMade });
});

it.each([
  [{ dashboard: 1, insight: null }, "Dashboard 1"],
  [{ dashboard: 1, insight: 2 }, "Dashboard 1, insight 2"],
  [{ dashboard: null, insight: null }, "No source"],
])("source %j", (source, label) => {
  expect(subscriptionSourceLabel(source)).toBe(label);
});

describe("a record without a field that decides about sending", () => {
  it.each<[string, Partial<Subscription>]>([
    ["next_delivery_date", { next_delivery_date: undefined }],
    ["deleted", { deleted: undefined }],
    ["enabled", { enabled: undefined }],
    ["enabled, which is null", { enabled: null }],
  ])("counts as sending: %s", (_field, fields) => {
    const record = buildSubscription(fields);
    expect(isSending(record)).toBe(true);
    expect(describeSubscriptionState(record, NOW)).toMatchObject({ state: "active", label: "Active" });
  });

  it("has an unknown next delivery", () => {
    expect(getNextDelivery(buildSubscription({ next_delivery_date: undefined }), NOW)).toBeNull();
  });
});
