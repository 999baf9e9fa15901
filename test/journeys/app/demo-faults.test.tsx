import { expect, test } from "vitest";
import { delayOfAll, FAULT_CHOICES, faultWords, toFault, withDelayOfAll } from "@/app/settings/demo-faults";
import { createEmulator } from "@/emulator/hosts/emulator";

test("the emulator knows every failure that is offered", () => {
  const { faults } = createEmulator();
  const offered = FAULT_CHOICES.map(({ value }) => toFault("subscriptions.list", value));
  faults.set(offered);
  expect(faults.list()).toHaveLength(FAULT_CHOICES.length);
});

test.each(FAULT_CHOICES)("$label is named in the list as it was chosen", ({ value, label }) => {
  expect(faultWords(toFault("exports.get", value))).toBe(`${label} · exports.get`);
});

test("the delay of everything and the delay of one endpoint do not touch each other", () => {
  const one = toFault("exports.get", "late 5000");
  const both = withDelayOfAll([one], 300);
  expect(delayOfAll(both)).toBe(300);
  expect(delayOfAll([one])).toBe(0);
  expect(withDelayOfAll(both, 0)).toEqual([one]);
});
