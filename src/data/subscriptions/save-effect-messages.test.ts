import { describe, expect, it } from "vitest";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { buildSubscription } from "@/testing/build-subscription";
import { changeEffects, creationEffects, undoWarning } from "./save-effect-messages";

const texts = (change: SubscriptionChange, fields: Partial<Subscription> = {}) =>
  changeEffects(buildSubscription(fields), change).map((effect) => effect.text);

describe("creation", () => {
  it.each([
    ["email", "ana@example.com", "1 person receives a delivery immediately."],
    ["email", "ana@example.com,ANA@example.com, bo@example.com", "2 people receive a delivery immediately."],
    ["slack", "#general", "A delivery is sent to Slack channel #general immediately."],
    [
      "webhook",
      "https://hooks.example.com/secret",
      "The server accepts webhooks but doesn't send them. Choose another channel.",
    ],
    ["email", "", "Everyone you add receives a delivery immediately."],
  ])("%s to %j", (target_type, target_value, text) => {
    expect(creationEffects({ target_type, target_value }).map((effect) => effect.text)).toEqual([text]);
  });
});

it("announces no delivery to a webhook, on servers of any age", () => {
  const changes: readonly SubscriptionChange[] = [
    { target_value: "https://hooks.example.com/b" },
    { dashboard: 4 },
    { start_date: "2026-11-03T08:00:00Z" },
    { enabled: true },
    { deleted: false },
  ];
  const webhook = { target_type: "webhook", target_value: "https://hooks.example.com/a" };
  for (const fields of [webhook, { ...webhook, enabled: true }, { ...webhook, enabled: false }]) {
    for (const change of changes) {
      const effects = changeEffects(buildSubscription(fields), change, true);
      expect(effects.every(({ sends }) => sends === false)).toBe(true);
      expect(effects.map(({ text }) => text).join()).not.toMatch(/next delivery/);
    }
  }
});

describe("partial update", () => {
  it.each<[string, SubscriptionChange, string[]]>([
    ["nothing", {}, ["No changes yet."]],
    ["title", { title: "New" }, ["Nothing is sent immediately."]],
    [
      "two added",
      { target_value: "ana@example.com, bo@example.com,cy@example.com,di@example.com" },
      ["2 people are added and receive a delivery immediately."],
    ],
    [
      "one removed",
      { target_value: "ana@example.com" },
      ["1 person is removed without being notified.", "Nothing is sent immediately."],
    ],
    [
      "one replaced, another day",
      { target_value: "ana@example.com,cy@example.com", byweekday: ["friday"] },
      [
        "1 person is added and receives a delivery immediately.",
        "1 person is removed without being notified.",
        "The next delivery is rescheduled.",
      ],
    ],
    [
      "an end taken away",
      { count: null },
      ["The next delivery is rescheduled.", "Nothing is sent immediately."],
    ],
    [
      "another channel",
      { target_type: "slack", target_value: "#general" },
      ["The channel changes to Slack.", "A delivery is sent to Slack channel #general immediately."],
    ],
    [
      "a message with no recipients",
      { invite_message: "Hi" },
      ["The message isn't sent because it requires an immediate delivery.", "Nothing is sent immediately."],
    ],
  ])("%s", (_name, change, expected) => {
    expect(texts(change)).toEqual(expected);
  });

  it("marks immediate deliveries", () => {
    const effects = changeEffects(buildSubscription(), { target_value: "cy@example.com" });
    expect(effects.map((effect) => effect.sends)).toEqual([true, false]);
  });
});

describe("on a server that can save quietly", () => {
  const quiet = { enabled: true, resource_type: "dashboard" };
  const target_value = "ana@example.com, bo@example.com,cy@example.com";

  it("sends nothing unless asked", () => {
    const record = buildSubscription(quiet);
    expect(texts({ target_value }, quiet)).toEqual([
      "1 person is added and receives the next delivery.",
      "Nothing is sent immediately.",
    ]);
    expect(texts({ target_type: "slack", target_value: "#general" }, quiet)).toEqual([
      "The channel changes to Slack.",
      "Nothing is sent immediately.",
    ]);
    expect(changeEffects(record, { target_value }, true).map(({ text }) => text)).toEqual([
      "1 person is added and receives a delivery immediately.",
    ]);
    expect(creationEffects({ ...record, send_test_now: false })).toEqual([
      { text: "Nothing is sent immediately.", sends: false },
    ]);
    expect(undoWarning(record, { target_value: "ana@example.com" })).toBeNull();
    expect(undoWarning(record, { dashboard: 4 })).toBeNull();
    expect(texts({ deleted: false }, quiet)).toEqual(["Nothing is sent immediately."]);
  });

  it("sends to everyone when asked with another source", () => {
    const effects = changeEffects(buildSubscription(quiet), { dashboard: 4 }, true);
    expect(effects).toEqual([
      {
        text: "2 people receive a delivery immediately because the source changes.",
        sends: true,
        receivers: { channel: "email", count: 2 },
      },
    ]);
  });
});

const MAY_SEND = "The server may send a delivery immediately.";

describe("on a server that can pause, but not save quietly", () => {
  it.each<[string, SubscriptionChange, Partial<Subscription>, string[]]>([
    [
      "a resume sends to everyone",
      { enabled: true },
      { enabled: false },
      [
        "2 people receive a delivery immediately because the subscription is resumed.",
        "Deliveries resume on schedule.",
      ],
    ],
    [
      "a pause sends nothing",
      { enabled: false },
      { enabled: true },
      ["Deliveries stop until the subscription is resumed.", "Nothing is sent immediately."],
    ],
    [
      "another source sends to everyone, new recipients included",
      { dashboard: 4, target_value: "ana@example.com,bo@example.com,cy@example.com" },
      { enabled: true },
      ["3 people receive a delivery immediately because the source changes."],
    ],
    ["nothing is sent for a title", { title: "New" }, { enabled: true }, ["Nothing is sent immediately."]],
    ["another workspace may send", { integration_id: 5 }, { enabled: true }, [MAY_SEND]],
    ["a restore may send", { deleted: false }, { enabled: true }, [MAY_SEND]],
    [
      "a removed recipient may send",
      { target_value: "ana@example.com" },
      { enabled: true },
      ["1 person is removed without being notified.", MAY_SEND],
    ],
    [
      "a paused one sends nothing",
      { dashboard: 4, integration_id: 5, deleted: false },
      { enabled: false },
      ["Nothing is sent immediately."],
    ],
  ])("%s", (_name, change, fields, expected) => {
    expect(texts(change, fields)).toEqual(expected);
  });

  it("says nothing of the kind about a server that can't pause", () => {
    expect(texts({ dashboard: 4 })).toEqual(["Nothing is sent immediately."]);
    expect(texts({ deleted: false })).toEqual(["Nothing is sent immediately."]);
  });
});

describe("undo", () => {
  it.each<[string, SubscriptionChange, string | null]>([
    ["a title", { title: "New" }, null],
    ["somebody added", { target_value: "ana@example.com,bo@example.com,cy@example.com" }, null],
    [
      "somebody removed",
      { target_value: "ana@example.com" },
      "If you undo this, 1 person is added and receives a delivery immediately.",
    ],
    [
      "another channel",
      { target_type: "slack", target_value: "#general" },
      "If you undo this, 2 people receive a delivery immediately.",
    ],
    ["another source", { dashboard: 4 }, null],
    ["a deletion", { deleted: true }, null],
  ])("%s", (_name, change, warning) => {
    expect(undoWarning(buildSubscription(), change)).toBe(warning);
  });

  it.each<[string, SubscriptionChange, boolean, string | null]>([
    [
      "another source",
      { dashboard: 4 },
      true,
      "If you undo this, 2 people receive a delivery immediately because the source changes.",
    ],
    [
      "a pause",
      { enabled: false },
      true,
      "If you undo this, 2 people receive a delivery immediately because the subscription is resumed.",
    ],
    [
      "another workspace",
      { integration_id: 5 },
      true,
      "If you undo this, the server may send a delivery immediately.",
    ],
    ["a deletion", { deleted: true }, true, "If you undo this, the server may send a delivery immediately."],
    ["a title", { title: "New" }, true, null],
    ["another source while it is paused", { dashboard: 4 }, false, null],
  ])("on a server that can pause, but not save quietly: %s", (_name, change, enabled, warning) => {
    expect(undoWarning(buildSubscription({ enabled, integration_id: 4 }), change)).toBe(warning);
  });
});
