import { describe, expect, it } from "vitest";
import { getKnownType, propertyTypeLabel, propertyValueLabel } from "./property-labels";
import { findProperties, mergeProperties } from "./use-properties";

const buildNamed = (name: string, property_type: string | null = "String") => ({
  name,
  property_type,
  is_numerical: false,
});
const ALL_PROPERTIES = [
  buildNamed("$pageview_count", "Numeric"),
  buildNamed("$entry_utm_source"),
  buildNamed("$is_bounce", "Boolean"),
  buildNamed("$vitals_lcp", "Numeric"),
  buildNamed("$new_one", "Geometry"),
];
const toNames = (properties: readonly { readonly name: string }[]) => properties.map(({ name }) => name);

describe("the property search", () => {
  it.each([
    ["", toNames(ALL_PROPERTIES)],
    // Every word must match, in any order and case.
    ["SOURCE entry", ["$entry_utm_source"]],
    ["source bounce", []],
    // The search covers labels, descriptions, and types.
    ["page views", ["$pageview_count"]],
    ["visitor left", ["$is_bounce"]],
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
  const late = buildNamed("$late");
  const joined = mergeProperties(ALL_PROPERTIES.slice(0, 1), [buildNamed("$pageview_count"), late, late]);
  expect(joined[1]).toBe(first);
  expect(toNames(joined)).toEqual(["$late", "$pageview_count"]);
});

const buildProperty = (property_type: string | null, is_numerical: boolean | null = null) => ({
  name: "$any",
  property_type,
  is_numerical,
});

it.each([
  [buildProperty("Geometry"), null, "Geometry"],
  [buildProperty("toString"), null, "toString"],
  [buildProperty(null), null, "Unknown"],
  [buildProperty("", true), "Numeric", "Number"],
  [buildProperty(null, true), "Numeric", "Number"],
])("the type of a property is never guessed for %o", (property, known, label) => {
  expect(getKnownType(property)).toBe(known);
  expect(propertyTypeLabel(property)).toBe(label);
});

it.each([
  ["Boolean", "1", "yes"],
  ["Boolean", "False", "no"],
  ["Boolean", "2", null],
  ["String", "1", null],
])("explains a %s value %s as %s", (type, value, label) => {
  expect(propertyValueLabel(buildProperty(type), value)).toBe(label);
  expect(propertyValueLabel(null, value)).toBeNull();
});
