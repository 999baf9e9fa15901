import { buildSubscription } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { type SubscriptionChange, subscriptionChange, subscriptionCreation } from "@/api/subscriptions";
import { toCapabilities } from "@/data/capabilities/capabilities";
import { previewSchedule } from "@/features/subscriptions/schedule/subscription-occurrences";
import {
  createDuplicateOrigin,
  createEditOrigin,
  createNewSubscriptionOrigin,
  hasPositionField,
  type SubscriptionFormOrigin,
  type SubscriptionFormValues,
} from "./subscription-form-values";
import { toSchedule, toSubscriptionChange, toSubscriptionCreation } from "./subscription-requests";
import { validateSubscriptionForm } from "./validate-subscription";

const ZONE = "Europe/Berlin";
const NOW = new Date("2026-11-20T12:00:00Z");
const newOrigin = createNewSubscriptionOrigin(ZONE, NOW, {
  sourceId: " 12 ",
  recipients: [" ana@example.com "],
});
const editedOrigin = createEditOrigin(buildSubscription(), ZONE);

function toCreation(changes: Partial<SubscriptionFormValues>) {
  const body = toSubscriptionCreation({ ...newOrigin.values, ...changes }, newOrigin);
  expect(z.safeParse(subscriptionCreation, body).success).toBe(true);
  return body;
}

function toChange(changes: Partial<SubscriptionFormValues>, origin = editedOrigin) {
  const body = toSubscriptionChange({ ...origin.values, ...changes }, origin);
  expect(z.safeParse(subscriptionChange, body).success).toBe(true);
  return body;
}

describe("creation", () => {
  it("omits empty fields", () => {
    expect(toCreation({})).toEqual({
      dashboard: 12,
      target_type: "email",
      target_value: "ana@example.com",
      frequency: "weekly",
      interval: 1,
      byweekday: ["monday"],
      start_date: "2026-11-23T08:00:00Z",
    });
  });

  it("sends all filled fields", () => {
    expect(
      toCreation({
        source: "insight",
        channel: "email",
        recipients: ["ana@example.com", "bo@example.com"],
        frequency: "monthly",
        interval: "2",
        weekdays: ["friday", "monday"],
        position: "-1",
        end: "on",
        until: "2027-06-30T18:00",
        title: " Board ",
        message: " Hello ",
      }),
    ).toEqual({
      insight: 12,
      target_type: "email",
      target_value: "ana@example.com,bo@example.com",
      frequency: "monthly",
      interval: 2,
      byweekday: ["monday", "friday"],
      bysetpos: -1,
      start_date: "2026-11-23T08:00:00Z",
      until_date: "2027-06-30T16:00:00Z",
      title: "Board",
      invite_message: "Hello",
    });
  });

  it("sends a position only with weekdays, never 0, and only the selected end", () => {
    expect(toCreation({ weekdays: [], position: "1" })).not.toHaveProperty("bysetpos");
    expect(toCreation({ weekdays: ["monday"], position: "0" })).not.toHaveProperty("bysetpos");
    const typed = { until: "2027-06-30T18:00", count: "5" };
    expect(toCreation({ end: "never", ...typed })).not.toHaveProperty("count");
    expect(toCreation({ end: "after", ...typed })).toMatchObject({ count: 5 });
    expect(toCreation({ end: "after", ...typed })).not.toHaveProperty("until_date");
  });

  it("trims the addresses of a copy", () => {
    const copy = createDuplicateOrigin(buildSubscription(), ZONE);
    expect(toSubscriptionCreation(copy.values, copy).target_value).toBe("ana@example.com,bo@example.com");
  });
});

describe("partial update", () => {
  it("is empty without changes", () => {
    expect(toChange({})).toEqual({});
  });

  it.each<[string, Partial<SubscriptionFormValues>, SubscriptionChange]>([
    ["removed title", { title: " " }, { title: null }],
    ["spaces around the title", { title: " Weekly figures " }, {}],
    ["frequency", { frequency: "daily" }, { frequency: "daily" }],
    ["different notation of the interval", { interval: "01" }, {}],
    ["interval in Persian digits", { interval: "۳" }, { interval: 3 }],
    ["different dashboard", { sourceId: "13" }, { dashboard: 13 }],
    ["an insight instead", { source: "insight", sourceId: "5" }, { dashboard: null, insight: 5 }],
    ["weekdays", { weekdays: ["friday", "monday"] }, { byweekday: ["monday", "friday"] }],
    ["start", { start: "2026-11-03T09:00" }, { start_date: "2026-11-03T08:00:00Z" }],
    ["an end", { end: "on", until: "2026-12-31T12:00" }, { until_date: "2026-12-31T11:00:00Z" }],
    ["a message", { message: "Hi" }, { invite_message: "Hi" }],
    ["end values that aren't selected", { until: "2026-12-31T12:00", count: "4" }, {}],
  ])("%s", (_name, changes, body) => {
    expect(toChange(changes)).toEqual(body);
  });

  it("keeps unedited addresses unchanged", () => {
    expect(toChange({ recipients: ["ana@example.com", " bo@example.com", " cy@example.com"] })).toEqual({
      target_value: "ana@example.com, bo@example.com,cy@example.com",
    });
    expect(toChange({ recipients: [" bo@example.com"] })).toEqual({ target_value: " bo@example.com" });
  });

  it.each([
    ["an added one", ["ana@x.co", " bo@x.co", "cy@x.co"], "ana@x.co,, bo@x.co,cy@x.co,"],
    ["a removed one", [" bo@x.co"], ", bo@x.co,"],
    ["a replaced one", ["ana@x.co", "cy@x.co"], "ana@x.co,cy@x.co,,"],
  ])("keeps empty and unedited parts of the recipients beside %s", (_name, recipients, target_value) => {
    const origin = createEditOrigin(buildSubscription({ target_value: "ana@x.co,, bo@x.co," }), ZONE);
    expect(toChange({ recipients }, origin)).toEqual({ target_value });
    expect(toChange({ title: "New" }, origin)).toEqual({ title: "New" });
  });

  it("doesn't copy parts to another channel", () => {
    const origin = createEditOrigin(buildSubscription({ target_value: "ana@x.co,,bo@x.co" }), ZONE);
    expect(toChange({ channel: "slack", recipients: ["#a"] }, origin)).toEqual({
      target_type: "slack",
      target_value: "#a",
    });
  });

  it("removes the position with the weekdays", () => {
    const origin = createEditOrigin(buildSubscription({ bysetpos: 1 }), ZONE);
    expect(toChange({ weekdays: [] }, origin)).toEqual({ byweekday: null, bysetpos: null });
  });

  it("keeps a position that had no effect", () => {
    const origin = createEditOrigin(buildSubscription({ byweekday: null, bysetpos: 0 }), ZONE);
    expect(toChange({ title: "New" }, origin)).toEqual({ title: "New" });
  });

  it("replaces two ends with one", () => {
    const origin = createEditOrigin(
      buildSubscription({ until_date: "2026-12-31T11:00:20Z", count: 5 }),
      ZONE,
    );
    expect(toChange({ end: "on" }, origin)).toEqual({ count: null });
    expect(toChange({ end: "never" }, origin)).toEqual({ until_date: null, count: null });
  });

  it("keeps unknown weekdays after the known ones", () => {
    const origin = createEditOrigin(buildSubscription({ byweekday: ["funday", "monday"] }), ZONE);
    expect(toChange({ weekdays: ["funday", "monday", "friday"] }, origin)).toEqual({
      byweekday: ["monday", "friday", "funday"],
    });
  });
});

describe("schedule in the form", () => {
  it("keeps the seconds of an untouched start", () => {
    expect(toSchedule(editedOrigin.values, editedOrigin)?.start_date).toBe("2026-11-02T08:00:30Z");
  });

  it.each<[string, Partial<SubscriptionFormValues>]>([
    ["interval", { interval: "x" }],
    ["end", { end: "on", until: "2026-02-30T00:00" }],
  ])("is null while the %s is invalid", (_name, changes) => {
    expect(toSchedule({ ...editedOrigin.values, ...changes }, editedOrigin)).toBeNull();
  });
});

// Servers of 2026 (.github/api/server-generations.md). Older servers must not receive the new fields.
const NEWER = toCapabilities([
  "hasInsightSelection",
  "hasSlackWorkspace",
  "namesSourceKind",
  "acceptsSendTestNow",
  "deliversInSlots",
  "limitsPositionToMonths",
]);
const FILLED = { sourceId: "12", recipients: ["ana@example.com"], insights: ["4", "5"], integration: "61" };

const newerOrigin = createNewSubscriptionOrigin(ZONE, NOW, FILLED, NEWER);
const olderOrigin = createNewSubscriptionOrigin(ZONE, NOW, FILLED);

function bodyOf(origin: SubscriptionFormOrigin, changes: Partial<SubscriptionFormValues>) {
  return toSubscriptionCreation({ ...origin.values, ...changes }, origin);
}

function issuesOf(origin: SubscriptionFormOrigin, changes: Partial<SubscriptionFormValues>) {
  const issues = Object.entries(validateSubscriptionForm({ ...origin.values, ...changes }, origin));
  return Object.fromEntries(issues.filter(([, message]) => message !== null));
}

const NEWER_RECORD = {
  dashboard: 12,
  insight: null,
  enabled: true,
  resource_type: "dashboard",
  dashboard_export_insights: [4, 5],
  integration_id: null,
  prompt: null,
};

describe("a schedule on servers of 2026", () => {
  const daily = { frequency: "daily", weekdays: [], start: "2026-11-23T09:07" };

  it("delivers at the next half hour", () => {
    const preview = (origin: SubscriptionFormOrigin) => {
      const schedule = toSchedule({ ...origin.values, ...daily }, origin) ?? expect.fail();
      return previewSchedule(schedule, NOW, { zone: ZONE, hasUtcRule: true }).next[0];
    };
    expect(preview(newerOrigin)).toBe("2026-11-23T08:30:00Z");
    expect(preview(olderOrigin)).toBe("2026-11-23T08:07:00Z");
    const record = buildSubscription({ ...NEWER_RECORD, next_delivery_date: null });
    expect(preview(createEditOrigin(record, ZONE))).toBe("2026-11-23T08:30:00Z");
  });

  it.each([
    ["weekly", false],
    ["monthly", true],
  ])("has a position if it is %s: %s", (frequency, hasPosition) => {
    const changes = { frequency, weekdays: ["monday"], position: "1" };
    expect(hasPositionField({ ...newerOrigin.values, ...changes }, newerOrigin)).toBe(hasPosition);
    expect(bodyOf(newerOrigin, changes).bysetpos).toBe(hasPosition ? 1 : undefined);
    expect(hasPositionField({ ...olderOrigin.values, ...changes }, olderOrigin)).toBe(true);
    expect(bodyOf(olderOrigin, changes).bysetpos).toBe(1);
  });
});

describe("creation on servers of 2026", () => {
  it("has the selected insights of a dashboard, each once, none for an insight, and the workspace of a Slack channel", () => {
    const body = bodyOf(newerOrigin, { insights: ["5", "4", "5"] });
    expect(body).toMatchObject({ dashboard: 12, dashboard_export_insights: [5, 4] });
    expect(body).not.toHaveProperty("integration_id");
    expect(bodyOf(newerOrigin, { source: "insight" })).not.toHaveProperty("dashboard_export_insights");
    const slack = { channel: "slack", recipients: ["C0B9A53J8RF|#reports"] };
    expect(bodyOf(newerOrigin, slack)).toMatchObject({
      integration_id: 61,
      target_value: "C0B9A53J8RF|#reports",
    });
  });

  it("has only the contract's fields on other servers", () => {
    for (const changes of [{}, { channel: "slack", recipients: ["#reports"] }]) {
      const known = "dashboard target_type target_value frequency interval byweekday start_date";
      expect(Object.keys(bodyOf(olderOrigin, changes)).join(" ")).toBe(known);
    }
  });

  it("copies a prompt, but no brief and no webhook of Teams", () => {
    const prompt = buildSubscription({ dashboard: null, resource_type: "ai_prompt", prompt: "Who grew?" });
    const copy = createDuplicateOrigin(prompt, ZONE);
    const body = bodyOf(copy, {});
    expect(body).toMatchObject({ prompt: "Who grew?" });
    expect(body).not.toHaveProperty("dashboard");
    const brief = createDuplicateOrigin({ ...prompt, resource_type: "pulse_brief", prompt: null }, ZONE);
    expect(issuesOf(brief, {})).toEqual({ sourceId: "Choose the dashboard, or enter its ID." });
    const teams = createDuplicateOrigin(
      buildSubscription({ target_type: "teams", target_value: "acme.example" }),
      ZONE,
    );
    expect(issuesOf(teams, {})).toEqual({ recipients: "Enter a URL." });
    const webhook = buildSubscription({
      target_type: "webhook",
      target_value: "https://hooks.example.com/a",
    });
    expect(createDuplicateOrigin(webhook, ZONE).values).toMatchObject({ channel: "email", recipients: [] });
  });
});

describe("required fields of servers of 2026", () => {
  it.each<[string, Partial<SubscriptionFormValues>, Record<string, string>]>([
    ["no insight", { insights: [] }, { insights: "Select at least one insight." }],
    [
      "eleven insights",
      { insights: Array.from({ length: 11 }, (_, index) => String(index + 1)) },
      { insights: "Select at most 10 insights." },
    ],
    ["text in place of IDs", { insights: ["4", "x"] }, { insights: "Enter IDs, like 12 or 15." }],
    [
      "no workspace",
      { channel: "slack", recipients: ["#a"], integration: "" },
      { integration: "Choose the Slack workspace." },
    ],
  ])("%s", (_name, changes, issues) => {
    expect(issuesOf(newerOrigin, changes)).toEqual(issues);
    expect(issuesOf(olderOrigin, changes)).toEqual({});
  });

  it("allows ten insights, which servers since autumn 2026 accept, and twelve that a server has accepted", () => {
    const insights = Array.from({ length: 10 }, (_, index) => String(index + 1));
    expect(issuesOf(newerOrigin, { insights })).toEqual({});
    const selected = Array.from({ length: 12 }, (_, index) => index + 1);
    const origin = createEditOrigin(
      buildSubscription({ ...NEWER_RECORD, dashboard_export_insights: selected }),
      ZONE,
    );
    expect(issuesOf(origin, { title: "New" })).toEqual({});
  });
});

describe("partial update on servers of 2026", () => {
  const origin = createEditOrigin(buildSubscription(NEWER_RECORD), ZONE);
  const changeOf = (changes: Partial<SubscriptionFormValues>, started = origin) =>
    toSubscriptionChange({ ...started.values, ...changes }, started);

  it("sends the selection when it or the dashboard changes", () => {
    expect(changeOf({ insights: ["4"] })).toEqual({ dashboard_export_insights: [4] });
    expect(changeOf({ sourceId: "13", insights: ["8"] })).toEqual({
      dashboard: 13,
      dashboard_export_insights: [8],
    });
    expect(changeOf({ title: "New" })).toEqual({ title: "New" });
  });

  it("sends the workspace only for Slack", () => {
    expect(changeOf({ integration: "61" })).toEqual({});
    expect(changeOf({ channel: "slack", recipients: ["#a"], integration: "61" })).toEqual({
      target_type: "slack",
      target_value: "#a",
      integration_id: 61,
    });
  });

  it("sends a Teams webhook only when it was typed", () => {
    const teams = createEditOrigin(
      buildSubscription({ ...NEWER_RECORD, target_type: "teams", target_value: "acme.webhook.office.com" }),
      ZONE,
    );
    expect(teams.values.recipients).toEqual([]);
    expect(issuesOf(teams, {})).toEqual({});
    expect(changeOf({ title: "New" }, teams)).toEqual({ title: "New" });
    expect(changeOf({ recipients: ["https://acme.example/hook"] }, teams)).toEqual({
      target_value: "https://acme.example/hook",
    });
  });

  it("sends a changed prompt", () => {
    const prompt = createEditOrigin(
      buildSubscription({
        ...NEWER_RECORD,
        dashboard: null,
        resource_type: "ai_prompt",
        prompt: "Who grew?",
      }),
      ZONE,
    );
    expect(changeOf({ prompt: " Who left? " }, prompt)).toEqual({ prompt: "Who left?" });
    expect(changeOf({ title: "New" }, prompt)).toEqual({ title: "New" });
    expect(issuesOf(prompt, { prompt: " " })).toEqual({ prompt: "Enter a prompt." });
    expect(issuesOf(prompt, { prompt: "x".repeat(4_001) })).toEqual({
      prompt: "Shorten the prompt to 4,000 characters. It has 4,001.",
    });
  });
});
