import { buildSubscription } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import type { SubscriptionFormOrigin, SubscriptionFormValues } from "./subscription-form-values";
import {
  createDuplicateOrigin,
  createEditOrigin,
  createNewSubscriptionOrigin,
  parsePrefill,
  subscriptionFormFieldFor,
} from "./subscription-form-values";
import { createSubscriptionFormSchema, findFormIssues } from "./validate-subscription";

const ZONE = "Europe/Berlin";
const NOW = new Date("2026-11-20T12:00:00Z");

const newOrigin = createNewSubscriptionOrigin(ZONE, NOW, { sourceId: "12", recipients: ["ana@example.com"] });

/** Returns error messages by field, for the origin's values with `changes`. */
function issuesOf(changes: Partial<SubscriptionFormValues>, origin: SubscriptionFormOrigin = newOrigin) {
  const parsed = createSubscriptionFormSchema(origin).safeParse({ ...origin.values, ...changes });
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]));
}

describe("a new subscription", () => {
  it.each<[string, string, Date, Partial<SubscriptionFormValues>, string, string[]]>([
    ["on the next Monday at nine, local time", ZONE, NOW, {}, "2026-11-23T09:00", ["monday"]],
    ["today while nine is ahead", ZONE, new Date("2026-11-23T07:40:00Z"), {}, "2026-11-23T09:00", ["monday"]],
    ["a week later near nine", ZONE, new Date("2026-11-23T07:50:00Z"), {}, "2026-11-30T09:00", ["monday"]],
    ["on a local Monday that is a Sunday in UTC", "Pacific/Auckland", NOW, {}, "2026-11-23T09:00", []],
    ["linked days", ZONE, NOW, { weekdays: ["sunday", "friday"] }, "2026-11-22T09:00", ["sunday", "friday"]],
    ["on the next day of a daily one", ZONE, NOW, { frequency: "daily" }, "2026-11-21T09:00", []],
  ])("starts %s", (_name, zone, now, prefill, start, weekdays) => {
    expect(createNewSubscriptionOrigin(zone, now, prefill).values).toMatchObject({ start, weekdays });
  });

  it("reports all missing fields, and is valid once source and recipient are filled in", () => {
    expect(issuesOf({})).toEqual({});
    expect(issuesOf({ sourceId: "", recipients: [], start: "", interval: "" })).toEqual({
      sourceId: "Choose the dashboard, or enter its ID.",
      recipients: "Add at least one email address.",
      start: "Enter a start date.",
      interval: "Enter an interval, like 1.",
    });
  });
});

describe("invalid input", () => {
  it.each<[string, Partial<SubscriptionFormValues>, Record<string, string>]>([
    ["interval 0", { interval: "0" }, { interval: "Enter 1 or more." }],
    ["interval 2^31", { interval: "2147483648" }, { interval: "Enter at most 2,147,483,647." }],
    ["interval 1.5", { interval: "1.5" }, { interval: "Enter a whole number, like 2." }],
    ["a non-numeric source", { sourceId: "revenue" }, { sourceId: "Choose the dashboard, or enter its ID." }],
    ["a missing time", { start: "2026-11-23T" }, { start: "Enter a time." }],
    ["30 February", { start: "2026-02-30T09:00" }, { start: "2026-02-30 isn't a valid date." }],
    ["an early end", { end: "on", until: "2026-11-01T09:00" }, { until: "The end must be after the start." }],
    ["a missing number of deliveries", { end: "after" }, { count: "Enter the number of deliveries." }],
    [
      "one broken address of three",
      { recipients: ["ana@example.com", "bo@", "cy@example.com"] },
      { recipients: "1 of 3 addresses is invalid. Fix or remove it." },
    ],
    ["long title", { title: "x".repeat(101) }, { title: "Shorten the title to 100 characters. It has 101." }],
    [
      "two Slack channels",
      { channel: "slack", recipients: ["#a", "#b"] },
      { recipients: "This channel allows only one recipient." },
    ],
    [
      "a channel that servers never deliver",
      { channel: "webhook", recipients: ["https://a.example/x"] },
      { channel: "The server accepts webhooks but doesn't send them. Choose another channel." },
    ],
    ["an unknown weekday", { weekdays: ["funday"] }, { weekdays: "“funday” isn't a weekday." }],
    ["position 0", { weekdays: ["monday"], position: "0" }, { position: "“0” isn't a valid option." }],
  ])("%s", (_name, changes, issues) => {
    expect(issuesOf(changes)).toEqual(issues);
  });

  it.each<[string, Partial<SubscriptionFormValues>]>([
    ["a title of 100 characters", { title: "x".repeat(100) }],
    ["an end at the start", { end: "on", until: "2026-11-23T09:00" }],
    ["a position without weekdays, which is not sent", { weekdays: [], position: "0" }],
    ["a Teams webhook", { channel: "teams", recipients: ["https://hooks.example.com/a,b"] }],
    ["end values that aren't selected", { end: "never", until: "nonsense", count: "nonsense" }],
  ])("accepts %s", (_name, changes) => {
    expect(issuesOf(changes)).toEqual({});
  });
});

it("keeps a webhook that the record already has", () => {
  const origin = createEditOrigin(
    buildSubscription({ target_type: "webhook", target_value: "https://hooks.example.com/a" }),
    "UTC",
  );
  expect(findFormIssues({ ...origin.values, recipients: ["https://hooks.example.com/b"] }, origin)).toEqual(
    [],
  );
});

describe("a record with invalid values from the server", () => {
  const odd = createEditOrigin(
    buildSubscription({
      target_type: "pigeon",
      target_value: "the loft",
      frequency: "lunar",
      interval: 0,
      byweekday: ["funday"],
      bysetpos: 9,
      dashboard: null,
      start_date: "soon",
      until_date: "2020-01-01T00:00:00Z",
      title: "x".repeat(200),
    }),
    ZONE,
  );

  it("can be saved unchanged or changed in other fields or items, and is validated in changed ones", () => {
    expect(issuesOf({}, odd)).toEqual({});
    expect(issuesOf({ interval: "-1" }, odd)).toEqual({ interval: "Enter 1 or more." });
    const origin = createEditOrigin(buildSubscription({ target_value: "ana@,bo@example.com" }), ZONE);
    expect(issuesOf({ recipients: ["ana@", "bo@example.com", "cy@example.com"] }, origin)).toEqual({});
    expect(issuesOf({ recipients: ["ana@", "bo@"] }, origin)).toHaveProperty("recipients");
  });

  it("shows an end by date and number as both", () => {
    const origin = createEditOrigin(
      buildSubscription({ until_date: "2026-12-31T23:00:00Z", count: 5 }),
      ZONE,
    );
    expect(origin.values).toMatchObject({ end: "both", until: "2027-01-01T00:00", count: "5" });
  });
});

it("a copy is a new record with the same values", () => {
  const copy = createDuplicateOrigin(buildSubscription(), ZONE);
  expect(copy.record).toBeNull();
  expect(copy.values).toMatchObject({
    sourceId: "12",
    recipients: ["ana@example.com", " bo@example.com"],
    start: "2026-11-02T09:00",
    title: "Weekly figures",
  });
});

it.each<[string, Partial<SubscriptionFormValues>]>([
  ["dashboard=12", { source: "dashboard", sourceId: "12" }],
  ["insight=3&frequency=Monthly", { source: "insight", sourceId: "3", frequency: "monthly" }],
  ["byweekday=friday,funday,monday", { weekdays: ["monday", "friday"] }],
  ["dashboard=abc&frequency=hourly&byweekday=%00", { weekdays: [] }],
])("a link to the form %s", (search, values) => {
  expect(parsePrefill(new URLSearchParams(search))).toEqual(values);
});

describe("the field of a server's error", () => {
  const ENDED = "Subscription schedule has reached its end date. Extend until_date or remove count.";

  it.each<[string, string, Partial<SubscriptionFormValues>, string | null]>([
    ["start_date", ENDED, { end: "both" }, "until"],
    ["start_date", ENDED, { end: "after" }, "count"],
    ["start_date", "Datetime has wrong format.", { end: "on" }, "start"],
    ["start_date", ENDED, { end: "never" }, "start"],
    ["until_date", "Datetime has wrong format.", { end: "never" }, null],
  ])("%s: %s %o", (field, message, values, expected) => {
    const origin = createNewSubscriptionOrigin(ZONE, NOW);
    expect(subscriptionFormFieldFor({ field, message }, { ...origin.values, ...values }, origin)).toBe(
      expected,
    );
  });
});
