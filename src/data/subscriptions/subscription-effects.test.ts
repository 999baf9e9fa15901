import { describe, expect, it } from "vitest";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { buildSubscription } from "@/testing/build-subscription";
import { changeEffects, creationEffects, undoWarning } from "./subscription-effects";

const texts = (change: SubscriptionChange, fields: Partial<Subscription> = {}) =>
  changeEffects(buildSubscription(fields), change).map((effect) => effect.text);

describe("creation", () => {
  it.each([
    ["email", "ana@example.com", "1 person receives it at once."],
    ["email", "ana@example.com,ANA@example.com, bo@example.com", "2 people receive it at once."],
    ["slack", "#general", "It is delivered to Slack channel #general at once."],
    ["webhook", "https://hooks.example.com/secret", "It is delivered to hooks.example.com at once."],
    ["email", "", "Everybody you add receives it at once."],
  ])("%s to %j", (target_type, target_value, text) => {
    expect(creationEffects({ target_type, target_value }).map((effect) => effect.text)).toEqual([text]);
  });
});

describe("partial update", () => {
  it.each<[string, SubscriptionChange, string[]]>([
    ["nothing", {}, ["Nothing is changed yet."]],
    ["title", { title: "New" }, ["Nothing is delivered at once."]],
    [
      "two added",
      { target_value: "ana@example.com, bo@example.com,cy@example.com,di@example.com" },
      ["2 people are added and receive it at once."],
    ],
    [
      "one removed",
      { target_value: "ana@example.com" },
      ["1 person is taken out; they are sent nothing.", "Nothing is delivered at once."],
    ],
    [
      "one replaced, another day",
      { target_value: "ana@example.com,cy@example.com", byweekday: ["friday"] },
      [
        "1 person is added and receives it at once.",
        "1 person is taken out; they are sent nothing.",
        "The server plans the next delivery anew.",
      ],
    ],
    [
      "an end taken away",
      { count: null },
      ["The server plans the next delivery anew.", "Nothing is delivered at once."],
    ],
    [
      "another channel",
      { target_type: "slack", target_value: "#general" },
      ["The channel becomes Slack.", "It is delivered to Slack channel #general at once."],
    ],
    [
      "a message to nobody",
      { invite_message: "Hi" },
      [
        "The message reaches nobody: it goes out only with a delivery at once.",
        "Nothing is delivered at once.",
      ],
    ],
  ])("%s", (_name, change, expected) => {
    expect(texts(change)).toEqual(expected);
  });

  it("marks what leaves at once", () => {
    const effects = changeEffects(buildSubscription(), { target_value: "cy@example.com" });
    expect(effects.map((effect) => effect.sends)).toEqual([true, false]);
  });
});

describe("undo", () => {
  it.each<[string, SubscriptionChange, string | null]>([
    ["a title", { title: "New" }, null],
    ["somebody added", { target_value: "ana@example.com,bo@example.com,cy@example.com" }, null],
    [
      "somebody removed",
      { target_value: "ana@example.com" },
      "Undo adds 1 person back, who receives it at once.",
    ],
    [
      "another channel",
      { target_type: "slack", target_value: "#general" },
      "Undo delivers to the former recipients at once.",
    ],
  ])("%s", (_name, change, warning) => {
    expect(undoWarning(buildSubscription(), change)).toBe(warning);
  });
});
