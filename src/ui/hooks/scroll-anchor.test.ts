import { expect, it } from "vitest";
import { findRowIndex, findScrollAnchor } from "./use-edit-search-params";

const id = (row: number) => row;

it("findRowIndex finds a row at its old index, elsewhere, or not at all", () => {
  expect(findRowIndex([5, 6, 7], id, 6, 1)).toBe(1);
  expect(findRowIndex([6, 5, 7], id, 6, 1)).toBe(0);
  expect(findRowIndex([5, 7], id, 6, 1)).toBe(-1);
});

it("findScrollAnchor is the same row if it still exists, otherwise the next remaining one, or none", () => {
  expect(findScrollAnchor([1, 2, 3, 4], [9, 8, 1, 2, 3, 4], id, 2)).toEqual({ before: 2, now: 4 });
  expect(findScrollAnchor([1, 2, 3, 4, 5], [5, 4, 1], id, 1)).toEqual({ before: 3, now: 1 });
  expect(findScrollAnchor([1, 2, 3], [7, 8], id, 0)).toBeNull();
});
