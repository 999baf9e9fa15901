import { expect, it } from "vitest";
import { inferColumns } from "./csv-table";

it("infers as many columns as the longest row has, named by the first row", () => {
  const columns = inferColumns([
    ["week", " ", "a long name of a column, longer than is shown"],
    ["1"],
    ["1", "2", "3", "4"],
  ]);
  expect(columns.map(({ name }) => name)).toEqual([
    "week",
    null,
    "a long name of a column, longer than is shown",
    null,
  ]);
  expect(columns.map(({ width }) => width)).toEqual([4, 9, 40, 9]);
});

it.each([
  [["1", "-2.5", "", "1,234.50", "12 %"], "end"],
  [["1", "n/a"], "start"],
  [["", ""], "start"],
  [["7".repeat(60)], "start"],
])("aligns %j at the %s", (cells, align) => {
  expect(inferColumns([["name"], ...cells.map((cell) => [cell])])[0]?.align).toBe(align);
});

it("infers no columns from an empty file", () => {
  expect(inferColumns([])).toEqual([]);
});
