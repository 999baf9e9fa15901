import { type CooperativeTask, forEachInSteps } from "@/lib/scheduler/cooperative-task";
import { toSortText } from "@/lib/text/normalize-text";
import type { SortStep } from "@/lib/url/url-state";
import { addToGroup } from "./record-groups";

/** Sort key of a row. Texts sort by `toSortText`, after numbers. Null sorts last in both directions. */
export type SortKey = string | number | null;

/** Rows with the same key, in list order. */
export type KeyGroup<Row> = readonly [key: SortKey, rows: readonly Row[]];

const ROWS_PER_STEP = 128;
const GROUPS_PER_STEP = 1024;
/** Number of groups that the browser sorts without yielding. */
const RUN_LENGTH = 4096;

/** Groups rows by their key. Returns the groups in ascending order. */
export function* groupByKey<Row>(
  rows: readonly Row[],
  getKey: (row: Row) => SortKey,
): CooperativeTask<readonly KeyGroup<Row>[]> {
  const groups = new Map<SortKey, Row[]>();
  yield* forEachInSteps(rows, ROWS_PER_STEP, (row) => addToGroup(groups, normalizeKey(getKey(row)), row));
  return yield* sortInSlices([...groups], ([first], [second]) => compareKeys(first, second));
}

/** Returns the rows of ascending groups in a direction. */
export function* joinGroups<Row>(
  groups: readonly KeyGroup<Row>[],
  direction: SortStep["direction"],
): CooperativeTask<readonly Row[]> {
  const ordered = direction === "descending" ? groups.toReversed() : groups;
  const sorted: Row[] = [];
  const withoutKey: Row[] = [];
  yield* forEachInSteps(ordered, GROUPS_PER_STEP, ([key, rows]) => {
    for (const row of rows) (key === null ? withoutKey : sorted).push(row);
  });
  return sorted.concat(withoutKey);
}

function normalizeKey(key: SortKey): SortKey {
  if (typeof key === "string") return toSortText(key);
  return Number.isFinite(key) ? key : null;
}

/** Compares two different keys. */
function compareKeys(first: SortKey, second: SortKey): number {
  if (first === null || second === null) return first === null ? 1 : -1;
  if (typeof first !== typeof second) return typeof first === "number" ? -1 : 1;
  return first < second ? -1 : 1;
}

/** Sorts like `items.toSorted(compare)`: the browser sorts runs, which are then merged. */
function* sortInSlices<Item extends object>(
  items: readonly Item[],
  compare: (first: Item, second: Item) => number,
): CooperativeTask<readonly Item[]> {
  let runs: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += RUN_LENGTH) {
    runs.push(items.slice(start, start + RUN_LENGTH).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* mergeRuns(runs[index] ?? [], runs[index + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeRuns<Item extends object>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (first: Item, second: Item) => number,
): CooperativeTask<readonly Item[]> {
  const merged: Item[] = [];
  let leftIndex = 0;
  let rightIndex = 0;
  for (;;) {
    const first = left[leftIndex];
    const second = right[rightIndex];
    if (first === undefined || second === undefined) break;
    const isLeft = compare(first, second) <= 0;
    merged.push(isLeft ? first : second);
    if (isLeft) leftIndex += 1;
    else rightIndex += 1;
    if (merged.length % GROUPS_PER_STEP === 0) yield;
  }
  return merged.concat(left.slice(leftIndex), right.slice(rightIndex));
}
