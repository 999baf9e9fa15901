import { describe, expect, it } from "vitest";
import { getKnownType, propertyTypeLabel, propertyValueLabel } from "./property-labels";

const buildProperty = (property_type: string | null, is_numerical: boolean | null = null) => ({
  name: "$any",
  property_type,
  is_numerical,
});

describe("the type of a property", () => {
  it.each([
    [buildProperty("Geometry"), null, "Geometry"],
    [buildProperty("toString"), null, "toString"],
    [buildProperty(null), null, "Unknown"],
    [buildProperty("", true), "Numeric", "Number"],
    [buildProperty(null, true), "Numeric", "Number"],
  ])("is never guessed for %o", (property, known, label) => {
    expect(getKnownType(property)).toBe(known);
    expect(propertyTypeLabel(property)).toBe(label);
  });
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
