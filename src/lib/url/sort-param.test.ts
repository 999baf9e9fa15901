import { expect, it } from "vitest";
import { formatSortParam, parseSortParam } from "@/lib/url/url-state";

it.each(["", "title", "-next", "-next,title"])("round-trips %j", (text) => {
  expect(formatSortParam(parseSortParam(text))).toBe(text);
});

it("keeps the first of repeated columns, and drops invalid ones", () => {
  expect(parseSortParam("title,-title,,<b>,next")).toEqual([
    { columnId: "title", direction: "ascending" },
    { columnId: "next", direction: "ascending" },
  ]);
});
