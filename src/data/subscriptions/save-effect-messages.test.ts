import { buildSubscription } from "@test/support/builders";
import { stopClock } from "@test/test-time";
import { beforeEach, describe, expect, it } from "vitest";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import type { SendingRules } from "@/data/capabilities/capabilities";
import {
  changeEffects,
  creationEffects,
  deliveryWarning,
  overdueDeliveryMessage,
  undoWarning,
} from "./save-effect-messages";

// The clock is at 10:00 on November 21, 2026.
beforeEach(stopClock);

const UNKNOWN: SendingRules = { acceptsSendTestNow: false, quietSaves: "unknown" };
const PROVEN: SendingRules = { acceptsSendTestNow: true, quietSaves: "proven" };
const BROKEN: SendingRules = { acceptsSendTestNow: true, quietSaves: "broken" };

const texts = (change: SubscriptionChange, fields: Partial<Subscription> = {}, rules = UNKNOWN) =>
  changeEffects(buildSubscription(fields), change, rules).map((effect) => effect.text);

const SILENT = "Nothing is sent immediately.";
const REMOVED = "1 person is removed without being notified.";
const RESCHEDULED = "The next delivery is rescheduled.";
const MAY_SEND = "2 people may receive a delivery immediately.";
const because = (reason: string) => `2 people receive a delivery immediately because ${reason}.`;
const respelled = (added: string, known: string) =>
  `“${added}” and “${known}” are the same mailbox, but the server treats “${added}” as new and sends it a delivery immediately.`;
const ANA = "ana@example.com";
const KIM = "kim@example.com";

describe("creation", () => {
  it.each([
    ["email", ANA, "1 person receives a delivery immediately."],
    ["email", "ana@example.com,ANA@example.com, bo@example.com", "2 people receive a delivery immediately."],
    ["slack", "#general", "A delivery is sent to Slack channel #general immediately."],
    [
      "webhook",
      "https://hooks.example.com/secret",
      "The server accepts webhooks but doesn't send them. Choose another channel.",
    ],
    ["email", "", "Everyone you add receives a delivery immediately."],
  ])("%s to %j", (target_type, target_value, text) => {
    expect(creationEffects({ target_type, target_value }, "sends").map((effect) => effect.text)).toEqual([
      text,
    ]);
  });

  it("may send where the server hasn't proved that it complies", () => {
    expect(creationEffects({ target_type: "email", target_value: ANA }, "may-send")).toEqual([
      { text: "1 person may receive a delivery immediately.", sends: "unknown", isUnproven: true },
    ]);
    expect(creationEffects({ target_type: "slack", target_value: "#general" }, "may-send")).toMatchObject([
      { text: "A delivery may be sent to Slack channel #general immediately." },
    ]);
    expect(creationEffects({ target_type: "email", target_value: "" }, "may-send")).toMatchObject([
      { text: "Everyone you add may receive a delivery immediately." },
    ]);
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
      const effects = changeEffects(buildSubscription(fields), change, BROKEN, true);
      expect(effects.every(({ sends }) => sends === false)).toBe(true);
      expect(effects.map(({ text }) => text).join()).not.toMatch(/next delivery/);
    }
  }
});

describe("partial update", () => {
  it.each<[string, SubscriptionChange, string[]]>([
    ["nothing", {}, ["No changes yet."]],
    ["title", { title: "New" }, [SILENT]],
    [
      "two added",
      { target_value: "ana@example.com, bo@example.com,cy@example.com,di@example.com" },
      ["2 people are added and receive a delivery immediately."],
    ],
    [
      "one replaced, another day",
      { target_value: "ana@example.com,cy@example.com", byweekday: ["friday"] },
      ["1 person is added and receives a delivery immediately.", REMOVED, RESCHEDULED],
    ],
    ["no more end", { count: null }, [RESCHEDULED, SILENT]],
    [
      "a message with no recipients",
      { invite_message: "Hi" },
      ["The message isn't sent because it requires an immediate delivery.", SILENT],
    ],
  ])("%s", (_name, change, expected) => {
    expect(texts(change)).toEqual(expected);
  });
});

describe("recipients that servers compare character by character", () => {
  it.each<[string, string, string, string[]]>([
    [
      "another spelling beside it",
      KIM,
      "kim@example.com,KIM@example.com",
      [respelled("KIM@example.com", "kim@example.com")],
    ],
    [
      "a space before it",
      `${ANA},${KIM}`,
      "ana@example.com, kim@example.com",
      [respelled(" kim@example.com", "kim@example.com")],
    ],
    [
      "several spellings",
      `${ANA},${KIM}`,
      "Ana@example.com,Kim@example.com",
      [
        "2 recipients are only spelled differently, but the server treats them as new and sends them a delivery immediately.",
      ],
    ],
    [
      // The server trims the whole value, which removes the space.
      "the first of two, so that the second loses its space",
      "ana@example.com, kim@example.com",
      " kim@example.com",
      [respelled("kim@example.com", " kim@example.com"), REMOVED],
    ],
    ["another order", `${ANA},${KIM}`, `${KIM},${ANA}`, [SILENT]],
  ])("%s", (_, before, target_value, expected) => {
    expect(texts({ target_value }, { target_value: before })).toEqual(expected);
  });

  it("delivers to recipients who are added in Trash", () => {
    const target_value = "ana@example.com, bo@example.com,cy@example.com";
    expect(texts({ target_value }, { deleted: true })).toEqual([
      "1 person is added and receives a delivery immediately.",
    ]);
  });

  it("never delivers without a source", () => {
    const before = buildSubscription({ dashboard: null });
    expect(deliveryWarning(before, { target_value: KIM }, UNKNOWN)).toBeNull();
  });
});

const OVERDUE = { next_delivery_date: "2026-11-20T08:00:00Z" };
const OVERDUE_TEXT = /^2 people receive the overdue delivery \(due .*Nov 20, 2026.*\) within the hour\.$/;

describe("a next delivery in the past", () => {
  it("is sent within the hour after a restore", () => {
    const [first, ...others] = texts({ deleted: false }, { deleted: true, ...OVERDUE });
    expect(first).toMatch(OVERDUE_TEXT);
    expect(others).toEqual([SILENT]);
    expect(overdueDeliveryMessage(buildSubscription(OVERDUE))).toMatch(OVERDUE_TEXT);
  });

  it("may be sent after a restore if the server doesn't return its date", () => {
    const [first] = texts({ deleted: false }, { deleted: true, next_delivery_date: undefined });
    expect(first).toBe("2 people may receive an overdue delivery, if there is one, within the hour.");
  });

  it("names a Slack channel, and is announced before the undo of a deletion", () => {
    const slack = { target_type: "slack", target_value: "C1|#general" };
    const [first] = texts({ deleted: false }, { deleted: true, ...OVERDUE, ...slack });
    expect(first).toMatch(
      /^The overdue delivery \(.*\) is sent to Slack channel #general within the hour\.$/,
    );
    const warning = undoWarning(buildSubscription(OVERDUE), { deleted: true }, UNKNOWN);
    expect(warning).toMatch(/^If you undo this, 2 people receive the overdue delivery .* within the hour\.$/);
  });

  it("may be sent once another source or channel replaces the one that prevented it", () => {
    const [source] = texts({ dashboard: 4 }, OVERDUE);
    expect(source).toMatch(/^2 people may receive the overdue delivery/);
    expect(texts({ insight: 4 }, { ...OVERDUE, dashboard: null })[0]).toMatch(OVERDUE_TEXT);
  });

  it.each<[string, SubscriptionChange, Partial<Subscription>]>([
    ["is still in the future", { deleted: false }, { deleted: true }],
    ["belongs to a paused subscription", { deleted: false }, { deleted: true, enabled: false, ...OVERDUE }],
    ["belongs to one without a source", { deleted: false }, { deleted: true, dashboard: null, ...OVERDUE }],
    ["belongs to a webhook", { deleted: false }, { deleted: true, target_type: "webhook", ...OVERDUE }],
    ["moves with the schedule", { deleted: false, interval: 2 }, { deleted: true, ...OVERDUE }],
    ["moves with a resume", { enabled: true }, { enabled: false, ...OVERDUE }],
    ["was due before the change, too", { title: "New" }, OVERDUE],
  ])("isn't announced if it %s", (_, change, fields) => {
    expect(texts(change, fields).join(" ")).not.toContain("overdue");
  });
});

describe("on a server that accepts send_test_now", () => {
  const newer = { enabled: true, resource_type: "dashboard" };
  const target_value = "ana@example.com, bo@example.com,cy@example.com";
  const NOTE = "It isn't known yet whether this server can save without sending.";

  it("promises silence only if the server has proved it", () => {
    expect(texts({ target_value }, newer, PROVEN)).toEqual([
      "1 person is added and receives the next delivery.",
      SILENT,
    ]);
    expect(texts({ target_value }, newer)).toEqual([
      "1 person is added and may receive a delivery immediately.",
    ]);
    expect(texts({ target_value }, newer, BROKEN)).toEqual([
      "1 person is added and receives a delivery immediately.",
    ]);
  });

  it.each<[string, SubscriptionChange, Partial<Subscription>, string]>([
    ["a source", { dashboard: 4 }, {}, "2 people RECEIVE a delivery immediately because the source changes."],
    [
      "a resume",
      { enabled: true },
      { enabled: false },
      "2 people RECEIVE a delivery immediately because the subscription is resumed.",
    ],
    [
      "another channel",
      { target_type: "slack", target_value: "#general" },
      {},
      "The channel changes to Slack. A delivery BE sent to Slack channel #general immediately.",
    ],
  ])("says who may receive a delivery after %s", (_, change, fields, pattern) => {
    const before = buildSubscription({ ...newer, ...fields });
    const say = (rules: SendingRules) =>
      changeEffects(before, change, rules)
        .map(({ text }) => text)
        .join(" ");
    expect(say(UNKNOWN)).toContain(pattern.replace("RECEIVE", "may receive").replace("BE", "may be"));
    expect(say(BROKEN)).toContain(pattern.replace("RECEIVE", "receive").replace("BE", "is"));
    expect(say(PROVEN)).toContain(SILENT);
    expect(deliveryWarning(before, change, UNKNOWN)).toContain(NOTE);
    expect(deliveryWarning(before, change, BROKEN)).not.toContain(NOTE);
    expect(deliveryWarning(before, change, PROVEN)).toBeNull();
  });

  it("never claims silence for a restore or a removal, whose deliveries aren't known", () => {
    for (const change of [{ deleted: false }, { target_value: ANA }]) {
      const before = buildSubscription({ ...newer, deleted: change.deleted === false });
      expect(deliveryWarning(before, change, UNKNOWN)).toContain("may receive a delivery immediately.");
      expect(deliveryWarning(before, change, BROKEN)).toContain("may receive a delivery immediately.");
      expect(deliveryWarning(before, change, PROVEN)).toBeNull();
    }
  });

  it("sends to everyone when asked with another source", () => {
    const effects = changeEffects(buildSubscription(newer), { dashboard: 4 }, PROVEN, true);
    expect(effects).toEqual([
      {
        text: because("the source changes"),
        sends: true,
        receivers: { channel: "email", count: 2 },
      },
    ]);
  });
});

describe("on a server that can pause, but not save quietly", () => {
  it.each<[string, SubscriptionChange, Partial<Subscription>, string[]]>([
    [
      "a resume sends to everyone",
      { enabled: true },
      { enabled: false },
      [because("the subscription is resumed"), "Deliveries resume on schedule."],
    ],
    [
      "a pause sends nothing",
      { enabled: false },
      { enabled: true },
      ["Deliveries stop until the subscription is resumed.", SILENT],
    ],
    [
      "another source sends to everyone, new recipients included",
      { dashboard: 4, target_value: "ana@example.com,bo@example.com,cy@example.com" },
      { enabled: true },
      ["3 people receive a delivery immediately because the source changes."],
    ],
    [
      "other insights send to everyone",
      { dashboard_export_insights: [1] },
      { enabled: true },
      [because("the source changes")],
    ],
    ["nothing is sent for a title", { title: "New" }, { enabled: true }, [SILENT]],
    ["another workspace may send", { integration_id: 5 }, { enabled: true }, [MAY_SEND]],
    ["a restore", { deleted: false }, { enabled: true }, [MAY_SEND]],
    [
      "a removed recipient may send",
      { target_value: ANA },
      { enabled: true },
      [REMOVED, "1 person may receive a delivery immediately."],
    ],
    [
      "a paused one sends nothing",
      { dashboard: 4, integration_id: 5, deleted: false },
      { enabled: false },
      [SILENT],
    ],
  ])("%s", (_name, change, fields, expected) => {
    expect(texts(change, fields)).toEqual(expected);
  });

  it("says nothing of the kind about a server that can't pause", () => {
    expect(texts({ dashboard: 4 })).toEqual([SILENT]);
    expect(texts({ deleted: false })).toEqual([SILENT]);
  });
});

describe("undo", () => {
  it.each<[string, SubscriptionChange, string | null]>([
    ["a title", { title: "New" }, null],
    [
      "somebody removed",
      { target_value: ANA },
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
    expect(undoWarning(buildSubscription(), change, UNKNOWN)).toBe(warning);
  });

  it.each<[string, SubscriptionChange, boolean, string | null]>([
    ["a source", { dashboard: 4 }, true, `If you undo this, ${because("the source changes")}`],
    ["a pause", { enabled: false }, true, `If you undo this, ${because("the subscription is resumed")}`],
    ["a deletion", { deleted: true }, true, "If you undo this, 2 people may receive a delivery immediately."],
    ["a title", { title: "New" }, true, null],
    ["another source while it is paused", { dashboard: 4 }, false, null],
  ])("on a server that can pause, but not save quietly: %s", (_name, change, enabled, warning) => {
    expect(undoWarning(buildSubscription({ enabled }), change, UNKNOWN)).toBe(warning);
  });
});
