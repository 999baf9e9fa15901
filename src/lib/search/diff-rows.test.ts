import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffRows, updateRows } from "./diff-rows";
import { indexAfter, isAppended, isOrderPreserved, remapValues } from "./record-columns";

interface Row {
  readonly id: number;
  readonly version: number;
}

const id = (row: Row) => row.id;
const original = Array.from({ length: 12 }, (_, index): Row => ({ id: index, version: 0 }));

/** Copies the original rows, with some removed, replaced, added, and reordered. */
const laterRows = fc
  .shuffledSubarray(original)
  .chain((rows) =>
    fc
      .array(fc.boolean(), { minLength: rows.length, maxLength: rows.length })
      .map((isNewer) => rows.map((row, index) => (isNewer[index] ? { id: row.id, version: 1 } : row))),
  )
  .chain((rows) =>
    fc.nat(3).map((count) => [...rows, ...original.slice(0, count).map(() => ({ id: 99, version: 1 }))]),
  );

describe("diffRows", () => {
  it("finds moved objects", () => {
    fc.assert(
      fc.property(laterRows, (after) => {
        const change = diffRows(original, after);
        const indexes = original.map((_row, index) => indexAfter(change, index));
        expect(indexes).toEqual(original.map((row) => after.indexOf(row)));
        const remaining = indexes.filter((index) => index >= 0);
        expect(isOrderPreserved(change)).toBe(
          remaining.every((place, index) => place >= (remaining[index - 1] ?? 0)),
        );
      }),
    );
  });

  it("moves known values along with their rows", () => {
    fc.assert(
      fc.property(laterRows, fc.nat(original.length), (after, length) => {
        const known = original.slice(0, length);
        const moved = remapValues(known, diffRows(original, after));
        expect(after.map((_row, place) => moved[place])).toEqual(
          after.map((row) => (known.includes(row) ? row : undefined)),
        );
      }),
    );
  });
});

describe("updateFoundRows", () => {
  it("returns the newest objects", () => {
    fc.assert(
      fc.property(laterRows, fc.subarray(original), (after, found) => {
        const newest = new Map(after.map((row) => [row.id, row]));
        expect(updateRows(found, original, after, id)).toEqual(
          found.flatMap((row) => newest.get(row.id) ?? []),
        );
      }),
    );
  });

  it("returns the same result while rows are only appended, and all rows when all were found", () => {
    const found = original.slice(3, 5);
    expect(updateRows(found, original, [...original, { id: 99, version: 0 }], id)).toBe(found);
    const after = [...original, { id: 99, version: 0 }];
    expect(updateRows(original, original, after, id)).toBe(after);
  });
});

it("isAppended", () => {
  const appended = (before: readonly Row[], after: readonly Row[]) =>
    isAppended(diffRows(before, after), before.length);
  expect(appended(original, [...original, { id: 99, version: 0 }])).toBe(true);
  expect(appended([], original)).toBe(true);
  expect(appended(original, original.slice(0, -1))).toBe(false);
  expect(appended(original, [...original.slice(1), ...original])).toBe(false);
});
