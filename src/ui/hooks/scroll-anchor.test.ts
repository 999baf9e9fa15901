import { describe, expect, it } from "vitest";
import { findRowIndex, findScrollAnchor } from "./scroll-anchor";

const id = (row: number) => row;

describe("findRowIndex", () => {
  it("finds a row at its old index, elsewhere, or not at all", () => {
    expect(findRowIndex([5, 6, 7], id, 6, 1)).toBe(1);
    expect(findRowIndex([6, 5, 7], id, 6, 1)).toBe(0);
    expect(findRowIndex([5, 7], id, 6, 1)).toBe(-1);
  });
});

describe("findScrollAnchor", () => {
  it("returns the same row if it still exists", () => {
    expect(findScrollAnchor([1, 2, 3, 4], [9, 8, 1, 2, 3, 4], id, 2)).toEqual({ before: 2, now: 4 });
  });

  it("is otherwise the next remaining row", () => {
    expect(findScrollAnchor([1, 2, 3, 4, 5], [5, 4, 1], id, 1)).toEqual({ before: 3, now: 1 });
  });

  it("is null without remaining rows", () => {
    expect(findScrollAnchor([1, 2, 3], [7, 8], id, 0)).toBeNull();
  });
});
