import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readChoiceParam, readIntParam, writeParams } from "./url-state";

const range = { min: 1, max: 500, fallback: 7 };

it.each([
  ["", 7],
  ["page=", 7],
  ["page=3", 3],
  ["page=+3", 3],
  ["page=%203", 3],
  ["page=0", 1],
  ["page=-5", 1],
  ["page=99999999999999999999", 500],
  ["page=3.5", 7],
  ["page=3e2", 7],
  ["page=0x10", 7],
  ["page=Infinity", 7],
  ["page=three", 7],
  ["page=3&page=4", 3],
])("page of %j is %i", (search, value) => {
  expect(readIntParam(new URLSearchParams(search), "page", range)).toBe(value);
});

it("never exceeds the range", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer().map(String)), (text) => {
      const value = readIntParam(new URLSearchParams({ page: text }), "page", range);
      expect(Number.isInteger(value) && value >= 1 && value <= 500).toBe(true);
    }),
  );
});

it.each([
  ["state=ended", "ended"],
  ["state=ENDED", null],
  ["state=funday", null],
  ["state=", null],
  ["", null],
])("state of %j is %s", (search, value) => {
  expect(readChoiceParam(new URLSearchParams(search), "state", ["active", "ended"], null)).toBe(value);
});

describe("writing", () => {
  it.each([
    ["", { page: 2 }, "page=2"],
    ["page=2", { page: 1 }, ""],
    ["page=2", { page: null }, ""],
    ["page=2", { page: undefined }, ""],
    ["q=ana", { q: "" }, ""],
    ["", { q: "a b&c=ü" }, "q=a+b%26c%3D%C3%BC"],
    ["", { bin: true }, "bin=true"],
    ["bin=true", { bin: false }, ""],
    // Unknown parameters stay in order, even when repeated.
    ["utm=x&page=2&tag=a&tag=b", { page: 3 }, "utm=x&page=3&tag=a&tag=b"],
    ["page=2&page=5", { page: 3 }, "page=3"],
    ["", { constructor: "x" }, "constructor=x"],
  ])("%j with %j is %j", (search, changes, expected) => {
    const before = new URLSearchParams(search);
    expect(writeParams(before, changes, { page: 1, bin: false }).toString()).toBe(expected);
    expect(before.toString()).toBe(search);
  });

  it("can be read back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.string(), (page, q) => {
        const params = writeParams(new URLSearchParams("other=1"), { page, q }, { page: 7 });
        const again = new URLSearchParams(params.toString());
        expect(readIntParam(again, "page", range)).toBe(page);
        expect(again.get("q") ?? "").toBe(q);
        expect(again.get("other")).toBe("1");
      }),
    );
  });
});
