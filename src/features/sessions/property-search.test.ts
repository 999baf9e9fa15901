import { describe, expect, it } from "vitest";
import { findProperties, mergeProperties } from "./use-properties";

const property = (name: string, property_type: string | null = "String") => ({
  name,
  property_type,
  is_numerical: false,
});
const ALL_PROPERTIES = [
  property("$pageview_count", "Numeric"),
  property("$entry_utm_source"),
  property("$is_bounce", "Boolean"),
  property("$vitals_lcp", "Numeric"),
  property("$new_one", "Geometry"),
];
const toNames = (properties: readonly { readonly name: string }[]) => properties.map(({ name }) => name);

describe("the property search", () => {
  it.each([
    ["", toNames(ALL_PROPERTIES)],
    ["utm", ["$entry_utm_source"]],
    // Every word must match, in any order and case.
    ["SOURCE entry", ["$entry_utm_source"]],
    ["source bounce", []],
    // The search covers labels, descriptions, and types.
    ["page views", ["$pageview_count"]],
    ["visitor left", ["$is_bounce"]],
    ["number", ["$pageview_count", "$vitals_lcp"]],
    ["geometry", ["$new_one"]],
    ["lárgest", ["$vitals_lcp"]],
  ])("finds by “%s”", (text, names) => {
    expect(toNames(findProperties(ALL_PROPERTIES, text))).toEqual(names);
  });

  it("returns the same list without words", () => {
    expect(findProperties(ALL_PROPERTIES, "  ")).toBe(ALL_PROPERTIES);
  });
});

it("sorts properties by label, and keeps the first of duplicates", () => {
  expect(toNames(mergeProperties(ALL_PROPERTIES, []))).toEqual([
    "$new_one",
    "$is_bounce",
    "$vitals_lcp",
    "$pageview_count",
    "$entry_utm_source",
  ]);
  const [first] = ALL_PROPERTIES;
  const late = property("$late");
  const joined = mergeProperties(ALL_PROPERTIES.slice(0, 1), [property("$pageview_count"), late, late]);
  expect(joined[1]).toBe(first);
  expect(toNames(joined)).toEqual(["$late", "$pageview_count"]);
});
