import { expect, it } from "vitest";
import { parseShortId, parseSourceId } from "./paths";

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

it.each([
  ["https://eu.posthog.com/project/2/insights/BaAJDdXA?x=1#y", "BaAJDdXA"],
  ["/insights/AbC1", "AbC1"],
  [" BaAJDdXA ", "BaAJDdXA"],
  ["7rYquYg6", "7rYquYg6"],
  ["https://eu.posthog.com/insights/4001", null],
  ["12345678", null],
  ["Revenues", null],
  ["retention", null],
  ["/dashboard/12", null],
  ["", null],
])("reads the short ID in %j", (text, shortId) => {
  expect(parseShortId(text)).toBe(shortId);
});
