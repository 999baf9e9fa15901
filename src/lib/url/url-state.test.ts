import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildSearch, formatSortParam, parseSortParam, readChoiceParam } from "./url-state";

it.each([
  ["state=ended", "ended"],
  ["state=ENDED", null],
  ["state=funday", null],
])("state of %j is %s", (search, value) => {
  expect(readChoiceParam(new URLSearchParams(search), "state", ["active", "ended"], null)).toBe(value);
});

describe("writing", () => {
  it.each([
    ["", { page: 2 }, "?page=2"],
    ["page=2", { page: null }, ""],
    ["q=ana", { q: "" }, ""],
    ["", { q: "a b&c=ü" }, "?q=a+b%26c%3D%C3%BC"],
    // Unknown parameters stay in order, even when repeated.
    ["utm=x&page=2&tag=a&tag=b", { page: 3 }, "?utm=x&page=3&tag=a&tag=b"],
    ["", { constructor: "x" }, "?constructor=x"],
  ])("%j with %j is %j", (search, changes, expected) => {
    const before = new URLSearchParams(search);
    expect(buildSearch(changes, before)).toBe(expected);
    expect(before.toString()).toBe(search);
  });

  it("can be read back", () => {
    fc.assert(
      fc.property(fc.string(), (q) => {
        const again = new URLSearchParams(buildSearch({ q }, new URLSearchParams("other=1")));
        expect(again.get("q") ?? "").toBe(q);
        expect(again.get("other")).toBe("1");
      }),
    );
  });
});

it.each(["", "-next,title"])("round-trips %j", (text) => {
  expect(formatSortParam(parseSortParam(text))).toBe(text);
});

it("keeps the first of repeated columns, and drops invalid ones", () => {
  expect(parseSortParam("title,-title,,<b>,next")).toEqual([
    { columnId: "title", direction: "ascending" },
    { columnId: "next", direction: "ascending" },
  ]);
});
