import { expect, it } from "vitest";
import { formatSortParam, parseSortParam } from "@/lib/url/url-state";
import { columnWidthsCss, getNextSort } from "./data-table-header";
import { timeColumn } from "./data-table-types";

const click = (sort: string, column: string, isFurther = false) =>
  formatSortParam(getNextSort(parseSortParam(sort), column, isFurther));

it.each([
  ["", "a", "a"],
  ["a", "a", "-a"],
  ["-a", "a", ""],
  ["b", "a", "a"],
])("sorts by one column: %j, then %s: %j", (sort, column, expected) => {
  expect(click(sort, column)).toBe(expected);
});

it.each([
  ["b", "a", "b,a"],
  ["b,a", "a", "b,-a"],
  ["b,-a", "a", "b"],
])("adds, reverses and removes another key: %j, then %s: %j", (sort, column, expected) => {
  expect(click(sort, column, true)).toBe(expected);
});

const columns = [{ id: "title" }, { id: "source", width: "100px" }, { id: "state", width: "80px" }];

it("uses the default widths until a column is resized, then shares the space that the others leave", () => {
  expect(columnWidthsCss(columns, { other: 300 }, ["84px"])).toEqual([undefined, "100px", "80px"]);
  const widths = columnWidthsCss(columns, { title: 300, source: 100 }, ["84px"]);
  expect(widths).toEqual([
    "calc((100cqw - 84px - 80px) * 0.75)",
    "calc((100cqw - 84px - 80px) * 0.25)",
    "80px",
  ]);
  expect(columnWidthsCss(columns, { source: 80 }, [])[0]).toBe("calc((100cqw - 80px) * 0.75)");
});

it("narrows columns when optional ones are shown, so that the first column keeps its space", () => {
  const widths = columnWidthsCss([...columns, { id: "id", width: "90px", isOptional: true }], {}, ["84px"]);
  const most = "(100cqw - 84px - 180px) / 3";
  expect(widths).toEqual([undefined, `min(100px, ${most})`, `min(80px, ${most})`, `min(90px, ${most})`]);
});

it.each(["Nov 30, 10:00", "Nov 30, 2026"])("has room for %s with the text spacing of WCAG 1.4.12", (text) => {
  const column = timeColumn(() => "2026-11-30T08:00:00Z", "UTC", new Date("2026-11-21T10:00:00Z"));
  // A character is at least 6 px wide. Letter spacing is 0.12 and word spacing 0.16 of the font size of 13 px.
  const padding = 20;
  const needed = text.length * (6 + 0.12 * 13) + (text.split(" ").length - 1) * 0.16 * 13 + padding;
  expect(Number.parseFloat(column.width)).toBeGreaterThanOrEqual(needed);
});
