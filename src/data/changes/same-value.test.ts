import { describe, expect, it } from "vitest";
import { isSameValue, toComparableValue } from "./change-labels";

describe("isSameValue", () => {
  it.each([
    ["title", "Sales", "Sales"],
    ["title", null, undefined],
    ["interval", 2, 2],
    ["start_date", "2026-11-02T08:00:00Z", "2026-11-02T09:00:00.000+01:00"],
    ["until_date", "someday", "someday"],
    ["byweekday", ["friday", "monday"], ["monday", "friday"]],
    ["byweekday", [], null],
  ])("%s: %j equals %j", (field, one, other) => {
    expect(isSameValue(field, one, other)).toBe(true);
  });

  it.each([
    ["title", "Sales", "sales"],
    ["title", "", null],
    // A title isn't parsed as a date.
    ["title", "2026-11-02T08:00:00Z", "2026-11-02T09:00:00+01:00"],
    ["interval", 2, "2"],
    ["start_date", "2026-11-02T08:00:00Z", "2026-11-02T08:00:01Z"],
    ["until_date", "2026-11-02T08:00:00Z", null],
    ["until_date", "no date", "no day"],
    ["byweekday", ["monday"], ["monday", "friday"]],
    ["byweekday", ["monday"], null],
    ["deleted", false, null],
  ])("%s: %j differs from %j", (field, one, other) => {
    expect(isSameValue(field, one, other)).toBe(false);
  });
});

it("keeps its comparable format, because exported files contain hashes of it", () => {
  expect([
    toComparableValue("start_date", "2026-11-02T08:00:00Z"),
    toComparableValue("byweekday", ["monday", "friday"]),
    toComparableValue("title", "Sales"),
    toComparableValue("count", undefined),
  ]).toEqual(["1793606400000", '["friday","monday"]', '"Sales"', "null"]);
});
