import { describe, expect, it } from "vitest";
import { isSameValue, toComparableValue } from "./same-value";

describe("two values of a field", () => {
  it.each([
    ["title", "Sales", "Sales"],
    ["title", null, undefined],
    ["interval", 2, 2],
    ["start_date", "2026-11-02T08:00:00Z", "2026-11-02T09:00:00.000+01:00"],
    ["until_date", "someday", "someday"],
    ["byweekday", ["friday", "monday"], ["monday", "friday"]],
    ["byweekday", [], null],
  ])("of %s are the same: %j and %j", (field, one, other) => {
    expect(isSameValue(field, one, other)).toBe(true);
  });

  it.each([
    ["title", "Sales", "sales"],
    ["title", "", null],
    // A title is a text, whatever it looks like.
    ["title", "2026-11-02T08:00:00Z", "2026-11-02T09:00:00+01:00"],
    ["interval", 2, "2"],
    ["start_date", "2026-11-02T08:00:00Z", "2026-11-02T08:00:01Z"],
    ["until_date", "2026-11-02T08:00:00Z", null],
    ["until_date", "no date", "no day"],
    ["byweekday", ["monday"], ["monday", "friday"]],
    ["byweekday", ["monday"], null],
    ["deleted", false, null],
  ])("of %s are not the same: %j and %j", (field, one, other) => {
    expect(isSameValue(field, one, other)).toBe(false);
  });
});

it("the form stays as it is: files that people keep hold marks that are made of it", () => {
  expect([
    toComparableValue("start_date", "2026-11-02T08:00:00Z"),
    toComparableValue("byweekday", ["monday", "friday"]),
    toComparableValue("title", "Sales"),
    toComparableValue("count", undefined),
  ]).toEqual(["1793606400000", '["friday","monday"]', '"Sales"', "null"]);
});
