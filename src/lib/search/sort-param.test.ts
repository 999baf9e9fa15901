import { describe, expect, it } from "vitest";
import { formatSortParam, parseSortParam } from "./sort-param";

describe("a sort order in an address", () => {
  it.each(["", "title", "-next", "-next,title"])("reads %j and writes it back", (text) => {
    expect(formatSortParam(parseSortParam(text))).toBe(text);
  });

  it("keeps the first step of a column, and drops what is no column", () => {
    expect(parseSortParam("title,-title,,<b>,next")).toEqual([
      { columnId: "title", direction: "ascending" },
      { columnId: "next", direction: "ascending" },
    ]);
  });
});
