import { buildSubscription } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { type SubscriptionChange, subscriptionChange, subscriptionCreation } from "@/api/subscriptions";
import {
  createDuplicateOrigin,
  createEditOrigin,
  createNewSubscriptionOrigin,
  type SubscriptionFormValues,
} from "./subscription-form-values";
import { toSchedule, toSubscriptionChange, toSubscriptionCreation } from "./subscription-requests";

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
    ["title", { title: "New" }, { title: "New" }],
    ["removed title", { title: " " }, { title: null }],
    ["spaces around the title", { title: " Weekly figures " }, {}],
    ["frequency", { frequency: "daily" }, { frequency: "daily" }],
    ["interval", { interval: "3" }, { interval: 3 }],
    ["different notation of the interval", { interval: "01" }, {}],
    ["interval in Persian digits", { interval: "۳" }, { interval: 3 }],
    ["different dashboard", { sourceId: "13" }, { dashboard: 13 }],
    ["an insight instead", { source: "insight", sourceId: "5" }, { dashboard: null, insight: 5 }],
    ["weekdays", { weekdays: ["friday", "monday"] }, { byweekday: ["monday", "friday"] }],
    ["no weekdays", { weekdays: [] }, { byweekday: null }],
    ["position", { position: "-1" }, { bysetpos: -1 }],
    ["start", { start: "2026-11-03T09:00" }, { start_date: "2026-11-03T08:00:00Z" }],
    ["an end", { end: "on", until: "2026-12-31T12:00" }, { until_date: "2026-12-31T11:00:00Z" }],
    ["a number", { end: "after", count: "4" }, { count: 4 }],
    ["a message", { message: "Hi" }, { invite_message: "Hi" }],
    [
      "another channel",
      { channel: "slack", recipients: ["#general"] },
      { target_type: "slack", target_value: "#general" },
    ],
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
    ["another order", [" bo@x.co", "ana@x.co"], ", bo@x.co,ana@x.co,"],
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
    ["start", { start: "" }],
    ["interval", { interval: "x" }],
    ["end", { end: "on", until: "2026-02-30T00:00" }],
    ["number", { end: "after", count: "" }],
  ])("is null while the %s is invalid", (_name, changes) => {
    expect(toSchedule({ ...editedOrigin.values, ...changes }, editedOrigin)).toBeNull();
  });
});
