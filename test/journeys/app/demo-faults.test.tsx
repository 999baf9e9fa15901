import { expect, test } from "vitest";
import { SCENARIO_OPTIONS } from "@/app/settings/demo-settings";
import { SCENARIOS } from "@/mocks/scenarios";

test("Settings offers every scenario of the mocks", () => {
  expect(SCENARIO_OPTIONS.map(({ value }) => value).sort()).toEqual(Object.keys(SCENARIOS).sort());
});
