import fc from "fast-check";
import { expect, it } from "vitest";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { toSortText } from "@/lib/text/normalize-text";
import { groupByKey, joinGroups, type SortKey } from "./record-sort";

interface Column {
  readonly keys: readonly SortKey[];
  readonly isDescending: boolean;
}

function sort(columns: readonly Column[], length: number): readonly number[] {
  let indexes: readonly number[] = Array.from({ length }, (_, index) => index);
  for (const { keys, isDescending } of columns.toReversed()) {
    const groups = runToCompletion(groupByKey(indexes, (index) => keys[index] ?? null));
    indexes = runToCompletion(joinGroups(groups, isDescending ? "descending" : "ascending"));
  }
  return indexes;
}

/** Compares two keys of a column. Orders them as `groupByKey` does, but with the simplest code. */
function compareKeys(first: SortKey, second: SortKey, isDescending: boolean): number {
  const isMissing = (key: SortKey) => key === null || (typeof key === "number" && !Number.isFinite(key));
  if (isMissing(first) || isMissing(second)) return Number(isMissing(first)) - Number(isMissing(second));
  const [a, b] = [first, second].map((key) => (typeof key === "string" ? toSortText(key) : Number(key)));
  if (a === undefined || b === undefined || a === b) return 0;
  return a < b === isDescending ? 1 : -1;
}

function sortSimply(columns: readonly Column[], length: number): readonly number[] {
  const compareRows = (a: number, b: number) =>
    columns
      .map(({ keys, isDescending }) => compareKeys(keys[a] ?? null, keys[b] ?? null, isDescending))
      .find((result) => result !== 0) ?? 0;
  return Array.from({ length }, (_, index) => index).toSorted(compareRows);
}

const LENGTH = 60;
const keysOf = (key: fc.Arbitrary<SortKey>) =>
  fc.array(fc.option(key), { minLength: LENGTH, maxLength: LENGTH });
const columnArbitrary = fc.record({
  keys: fc.oneof(
    keysOf(fc.double()),
    keysOf(fc.integer({ min: -3, max: 3 })),
    keysOf(fc.constantFrom(0, -0, 1.8e12, -1.8e12, 2 ** 53, 0.5)),
    keysOf(fc.constantFrom("Ada", "ada", "Dashboard 2", "Dashboard 10", "", "Ärger", "b".repeat(40))),
    keysOf(fc.string({ unit: "grapheme", maxLength: 6 })),
  ),
  isDescending: fc.boolean(),
});

it("equal those of a simple sort for any columns", () => {
  fc.assert(
    fc.property(fc.array(columnArbitrary, { minLength: 1, maxLength: 3 }), (columns) => {
      expect(sort(columns, LENGTH)).toEqual(sortSimply(columns, LENGTH));
    }),
  );
});

it("equal those of a simple sort for thousands of different texts", () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `Report ${(index * 7_919) % 20_000}`);
  const columns = [{ keys, isDescending: false }];
  expect(sort(columns, keys.length)).toEqual(sortSimply(columns, keys.length));
});

it("are in list order for equal rows, in both directions, and empty without rows", () => {
  const keys = ["b", "a", "b", "a"];
  expect(sort([{ keys, isDescending: false }], 4)).toEqual([1, 3, 0, 2]);
  expect(sort([{ keys, isDescending: true }], 4)).toEqual([0, 2, 1, 3]);
  expect(sort([{ keys: [], isDescending: false }], 0)).toEqual([]);
});
