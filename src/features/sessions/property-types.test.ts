import { describe, expect, it } from "vitest";
import { SESSION_PROPERTY_TYPES } from "@/contract/sessions";
import { knownType, typeWords, valueWords } from "./property-types";

const typed = (property_type: string | null, is_numerical: boolean | null = null) => ({
  property_type,
  is_numerical,
});

describe("the type of a property", () => {
  it("has words of its own for each that is known", () => {
    const words = SESSION_PROPERTY_TYPES.map((type) => typeWords(typed(type)));
    expect(words).toEqual(["Text", "Number", "Date and time", "Yes or no", "Duration"]);
  });

  it.each([
    [typed("Geometry"), null, "Geometry"],
    [typed("toString"), null, "toString"],
    [typed(null), null, "Not said"],
    [typed("", true), "Numeric", "Number"],
    [typed(null, true), "Numeric", "Number"],
  ])("is never guessed: %o", (property, known, words) => {
    expect(knownType(property)).toBe(known);
    expect(typeWords(property)).toBe(words);
  });
});

it.each([
  ["Boolean", "1", "yes"],
  ["Boolean", "False", "no"],
  ["Boolean", "2", null],
  ["String", "1", null],
])("a value of %s that is served as %s is explained as %s", (type, value, words) => {
  expect(valueWords(typed(type), value)).toBe(words);
  expect(valueWords(null, value)).toBeNull();
});
