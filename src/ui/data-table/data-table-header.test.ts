import { expect, it } from "vitest";
import { formatSortParam, parseSortParam } from "@/lib/url/url-state";
import { getNextSort } from "./data-table-header";

const click = (sort: string, column: string, isFurther = false) =>
  formatSortParam(getNextSort(parseSortParam(sort), column, isFurther));

it.each([
  ["", "a", "a"],
  ["a", "a", "-a"],
  ["-a", "a", ""],
  ["b", "a", "a"],
  ["a,b", "a", "a"],
])("sorts by one column: %j, then %s: %j", (sort, column, expected) => {
  expect(click(sort, column)).toBe(expected);
});

it.each([
  ["", "a", "a"],
  ["b", "a", "b,a"],
  ["b,a", "a", "b,-a"],
  ["b,-a", "a", "b"],
  ["-b,a", "b", "a"],
])("adds, reverses and removes another key: %j, then %s: %j", (sort, column, expected) => {
  expect(click(sort, column, true)).toBe(expected);
});
