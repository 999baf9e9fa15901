import { expect, it } from "vitest";
import { parseSourceId } from "./source-links";

it.each([
  ["dashboard", "201", "201"],
  ["dashboard", " #201 ", "201"],
  ["dashboard", "https://eu.posthog.com/project/2/dashboard/201?tab=a", "201"],
  ["dashboard", "/dashboard/201/", "201"],
  ["insight", "https://eu.posthog.com/insights/4001", "4001"],
  ["insight", "https://eu.posthog.com/insights/BaAJDdXA", null],
  ["dashboard", "https://eu.posthog.com/insights/4001", null],
  ["dashboard", "growth", null],
  ["dashboard", "", null],
] as const)("reads the %s in %j", (kind, text, id) => {
  expect(parseSourceId(kind, text)).toBe(id);
});
