import { expect, test } from "vitest";
import {
  FAULT_OPTIONS,
  formatFault,
  GENERATION_OPTIONS,
  getGlobalDelayMs,
  parseFaultOption,
  replaceGlobalDelay,
} from "@/app/settings/demo-faults";
import { createEmulator } from "@/emulator/hosts/emulator";

test("the emulator supports every offered fault", () => {
  const { faults } = createEmulator();
  const offered = FAULT_OPTIONS.map(({ value }) => parseFaultOption("subscriptions.list", value));
  faults.set(offered);
  expect(faults.list()).toHaveLength(FAULT_OPTIONS.length);
});

test("the emulator supports every offered generation", () => {
  const { generation } = createEmulator();
  for (const { value } of GENERATION_OPTIONS) {
    generation.set(value);
    expect(generation.current()).toBe(value);
  }
});

test.each(FAULT_OPTIONS)("$label is named in the list as it was chosen", ({ value, label }) => {
  expect(formatFault(parseFaultOption("exports.get", value))).toBe(`${label} · exports.get`);
});

test("keeps the global delay and endpoint delays separate", () => {
  const one = parseFaultOption("exports.get", "late 5000");
  const both = replaceGlobalDelay([one], 300);
  expect(getGlobalDelayMs(both)).toBe(300);
  expect(getGlobalDelayMs([one])).toBe(0);
  expect(replaceGlobalDelay(both, 0)).toEqual([one]);
});
