import { expect, it } from "vitest";
import { sampleSubscription } from "./sample-subscription.fixture";
import { isStillAsLeft } from "./undo-check";

const LEFT = sampleSubscription({ title: "AAA" });

it("holds while the fields of the undo stand as they were left", () => {
  expect(isStillAsLeft({ ...LEFT, byweekday: ["monday"] }, LEFT, { title: "Old", byweekday: null })).toBe(
    true,
  );
});

it("does not mind a newer value in another field", () => {
  expect(isStillAsLeft({ ...LEFT, interval: 7 }, LEFT, { title: "Old" })).toBe(true);
});

it.each([
  ["a text", { title: "BBB" }, { title: "Old" }],
  ["a list", { byweekday: ["monday", "friday"] }, { byweekday: null }],
  ["a flag", { deleted: true }, { deleted: false }],
])("ends with a newer value: %s", (_name, newer, change) => {
  expect(isStillAsLeft({ ...LEFT, ...newer }, LEFT, change)).toBe(false);
});
