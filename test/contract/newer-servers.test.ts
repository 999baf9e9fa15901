// Servers of 2026 add fields to subscriptions (.github/api/server-generations.md). The app must
// describe these records correctly.

import { buildSubscription } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { type Subscription, subscription } from "@/api/subscriptions";
import { subscriptionSourceLabel, subscriptionTitle } from "@/data/subscriptions/subscriptions";
import { planBulkChanges } from "@/features/subscriptions/bulk/plan-bulk-changes";
import { createCalendarChunks } from "@/features/subscriptions/calendar/model/calendar-file";
import { getDstShift } from "@/features/subscriptions/findings/dst-shifts";
import { collectFindings } from "@/features/subscriptions/health/collect-findings";
import {
  describeSubscriptionState,
  getNextDelivery,
} from "@/features/subscriptions/model/subscription-rules";
import { listUsedRecipients } from "@/features/subscriptions/recipient-field/recipient-picker";
import { groupByRecipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { differsFromServed } from "@/features/subscriptions/schedule/subscription-occurrences";
import { createEditOrigin } from "@/features/subscriptions/schema/subscription-form-values";
import { toSubscriptionChange } from "@/features/subscriptions/schema/subscription-requests";
import { validateSubscriptionForm } from "@/features/subscriptions/schema/validate-subscription";
import { countDeliveries } from "@/lib/schedule/deliveries-per-day";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { NO_NAMES } from "@/lib/search/record-schema";
import { parseCivilDay } from "@/lib/time/calendar-days";
import { createMockServer } from "../support/mock-server";

const NOW = new Date("2026-11-21T10:00:00Z");

const findHealthOf = (...records: readonly Subscription[]) =>
  runToCompletion(collectFindings(records, NOW.getTime()));

const indexRecipients = (...records: readonly Subscription[]) =>
  runToCompletion(groupByRecipient({ records, now: NOW.getTime() }));

describe("a paused subscription", () => {
  // The next delivery date of a paused subscription doesn't change, so it is eventually in the past.
  const paused = buildSubscription({ enabled: false, next_delivery_date: "2026-11-16T08:00:30Z" });

  it("names the cause where the server has paused it", () => {
    const slack = { ...paused, target_type: "slack", target_value: "#reports", integration_id: null };
    expect(describeSubscriptionState(slack, NOW).explanation).toContain("Slack workspace is disconnected");
    expect(describeSubscriptionState({ ...slack, integration_id: 4 }, NOW).explanation).toContain("resumed");
  });

  it("is in no calendar and no weekly figure", () => {
    const planned = { ...paused, next_delivery_date: "2026-11-23T08:00:30Z" };
    const first = parseCivilDay("2026-11-23") ?? 0;
    const days = { first, length: 1 };
    const range = { ...days, counted: days, zone: "UTC", now: NOW.getTime(), forecastEnd: null };
    const countOn = (record: Subscription) =>
      runToCompletion(countDeliveries([record], range)).days[0]?.count;
    expect(countOn({ ...planned, enabled: true })).toBe(1);
    expect(countOn(planned)).toBe(0);
    const recordUrl = () => "https://example.com";
    const known = { now: NOW.getTime(), forecastEnd: null };
    const file = { host: "h", projectId: "1", ...known, recordUrl, names: NO_NAMES };
    expect([...createCalendarChunks([planned], file)].map(({ text }) => text).join("")).not.toContain(
      "VEVENT",
    );
    expect(indexRecipients(planned)).toMatchObject([
      { perWeek: 0, overdue: 0, ended: 0, next: null },
      { perWeek: 0, overdue: 0, ended: 0, next: null },
    ]);
    expect(getNextDelivery(planned, NOW)).toBeNull();
    const timeChange = new Date("2027-03-28T01:00:00Z");
    expect(getDstShift({ ...planned, enabled: true }, timeChange, "Europe/Berlin")).not.toBeNull();
    expect(getDstShift(planned, timeChange, "Europe/Berlin")).toBeNull();
    expect(differsFromServed(paused, NOW)).toBe(false);
  });
});

describe("a subscription without a dashboard or insight", () => {
  const prompt = buildSubscription({
    dashboard: null,
    resource_type: "ai_prompt",
    title: null,
    prompt: "Who grew?",
  });

  it("has a source where the server names its kind", () => {
    expect(subscriptionSourceLabel(prompt)).toBe("AI prompt");
    expect(subscriptionSourceLabel({ ...prompt, resource_type: "pulse_brief" })).toBe("Pulse brief");
    expect(subscriptionSourceLabel({ ...prompt, resource_type: "something_new" })).toBe("something_new");
    expect(subscriptionTitle(prompt).text).toBe("AI prompt to ana@example.com and 1 more");
  });

  it("can be edited, and its source is not sent", () => {
    const origin = createEditOrigin(prompt, "UTC");
    const values = { ...origin.values, title: "New" };
    expect(Object.values(validateSubscriptionForm(values, origin)).filter(Boolean)).toEqual([]);
    expect(toSubscriptionChange(values, origin)).toEqual({ title: "New" });
    const edited = { ...values, prompt: " Which channels grew? " };
    expect(toSubscriptionChange(edited, origin)).toEqual({ title: "New", prompt: "Which channels grew?" });
    const unsourced = createEditOrigin({ ...prompt, resource_type: null }, "UTC");
    expect(validateSubscriptionForm(unsourced.values, unsourced).sourceId).toContain("Choose the dashboard");
  });

  it("has none otherwise", () => {
    for (const resource_type of [undefined, null, "dashboard"]) {
      const record = { ...prompt, resource_type };
      expect(subscriptionSourceLabel(record)).toBe("No source");
      expect(findHealthOf(record).never).toEqual([record]);
    }
  });
});

describe("a Teams target", () => {
  const teams = buildSubscription({ target_type: "teams", target_value: "acme.webhook.office.com" });
  const other = { ...teams, id: 8 };

  it("is never compared with another one on the same host", () => {
    expect(findHealthOf(teams, other).groups).toEqual([]);
    expect(indexRecipients(teams, other).map(({ records }) => records)).toEqual([[teams], [other]]);
    expect(listUsedRecipients([teams, other])).toEqual([]);
  });

  it("is never replaced", () => {
    const replace = {
      kind: "replace-recipient",
      recipient: "acme.webhook.office.com",
      replacement: "https://new.example.com/hook",
    } as const;
    expect(planBulkChanges([teams], replace, NOW)).toMatchObject([{ kind: "impossible" }]);
    expect(planBulkChanges([teams], { kind: "set-end", until: null }, NOW)).toMatchObject([
      { kind: "nothing" },
    ]);
  });
});

describe("a Slack channel with its id", () => {
  const slack = buildSubscription({
    target_type: "slack",
    target_value: "C0B9A53J8RF|#reports",
    title: null,
  });

  it("is shown by its name, and compared by its id", () => {
    expect(subscriptionTitle(slack).text).toBe("Dashboard 12 to #reports");
    const renamed = { ...slack, id: 8, target_value: "C0B9A53J8RF|#weekly-reports" };
    expect(findHealthOf(slack, renamed).groups).toHaveLength(1);
    const otherChannel = { ...slack, id: 9, target_value: "C777|#reports" };
    expect(findHealthOf(slack, otherChannel).groups).toEqual([]);
  });
});

describe("the records of a server of 2026", () => {
  async function fetchRecords() {
    const { fetch } = createMockServer({ profile: "newer", now: () => NOW });
    const headers = { Authorization: "Bearer phx_demo_all" };
    const response = await fetch(
      new Request("http://x.co/api/projects/1/subscriptions/?limit=500", { headers }),
    );
    const body: unknown = await response.json();
    return z.parse(z.object({ results: z.array(subscription) }), body).results;
  }

  it("have no false finding", async () => {
    const records = await fetchRecords();
    const { overdue, ending, never, ended, duplicate } = findHealthOf(...records);
    const paused = records.filter(({ enabled }) => enabled === false);
    const opaque = records.filter(({ target_type }) => target_type === "teams");
    const prompts = records.filter(({ resource_type }) => /prompt|brief/.test(resource_type ?? ""));
    expect([paused.length, opaque.length, prompts.length]).toEqual([5, 2, 4]);
    const found = [...overdue, ...ending, ...never, ...duplicate];
    expect(found.filter((record) => paused.includes(record))).toEqual([]);
    expect(ended.filter((record) => paused.includes(record)).map(({ title }) => title)).toEqual([
      "Spring campaign",
    ]);
    expect(duplicate.filter((record) => opaque.includes(record))).toEqual([]);
    expect(never.filter((record) => prompts.includes(record))).toEqual([]);
    // Subscriptions that aren't paused still have their findings.
    expect([overdue.length, ended.length > 0, duplicate.length > 0]).toEqual([2, true, true]);
  });
});
