import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { toSortText } from "@/lib/text/normalize-text";

/** Sort key of a row. Texts are compared by their `toSortText`. Null sorts last in both directions. */
export type SortKey = string | number | null;

/** Compares two row indexes. Never returns 0 for different indexes. */
export type IndexComparator = (a: number, b: number) => number;

export interface SortColumn {
  readonly keys: readonly (SortKey | undefined)[];
  readonly isDescending: boolean;
}

const RUN_LENGTH = 256;
const STEPS_PER_YIELD = 1024;
const INDEXES_PER_YIELD = 8192;

/** Creates a comparator for several columns. Equal rows keep their order. */
export function* createComparator(
  columns: readonly SortColumn[],
  length: number,
): CooperativeTask<IndexComparator> {
  const orders: IndexComparator[] = [];
  for (const { keys, isDescending } of columns) {
    const numbers =
      (yield* toNumbers(keys, isDescending, length)) ?? (yield* rankTexts(keys, isDescending, length));
    orders.push(compareNumbers(numbers));
  }
  const [only] = orders;
  if (only && orders.length === 1) return (a, b) => only(a, b) || a - b;
  return (a, b) => {
    for (const order of orders) {
      const result = order(a, b);
      if (result !== 0) return result;
    }
    return a - b;
  };
}

/** Returns the keys as numbers for an ascending sort, with invalid numbers last. Returns null when a key is text. */
function* toNumbers(
  keys: SortColumn["keys"],
  isDescending: boolean,
  length: number,
): CooperativeTask<Float64Array | null> {
  const numbers = new Float64Array(length);
  for (let start = 0; start < length; start += INDEXES_PER_YIELD) {
    const end = Math.min(start + INDEXES_PER_YIELD, length);
    for (let index = start; index < end; index += 1) {
      const key = keys[index];
      if (typeof key === "string") return null;
      const isNumber = typeof key === "number" && Number.isFinite(key);
      numbers[index] = isNumber ? (isDescending ? -key : key) : Number.POSITIVE_INFINITY;
    }
    yield;
  }
  return numbers;
}

/**
 * Returns the rank of each row's text. Ranks compare faster than texts. Many rows have the same
 * text, so the sort text of each distinct text is computed only once.
 */
function* rankTexts(
  keys: SortColumn["keys"],
  isDescending: boolean,
  length: number,
): CooperativeTask<Float64Array> {
  /** Position of each distinct key in `texts`. */
  const positions = new Map<SortKey, number>();
  const texts: string[] = [];
  const numbers = new Float64Array(length);
  for (let start = 0; start < length; start += STEPS_PER_YIELD) {
    const end = Math.min(start + STEPS_PER_YIELD, length);
    collectTexts({ keys, start, end }, positions, texts, numbers);
    yield;
  }
  const ranks = yield* rankDistinct(texts, isDescending);
  for (let start = 0; start < length; start += INDEXES_PER_YIELD) {
    const end = Math.min(start + INDEXES_PER_YIELD, length);
    for (let index = start; index < end; index += 1)
      numbers[index] = ranks[numbers[index] ?? -1] ?? Number.POSITIVE_INFINITY;
    yield;
  }
  return numbers;
}

interface KeyBatch {
  readonly keys: SortColumn["keys"];
  readonly start: number;
  readonly end: number;
}

/** Adds the batch's texts, and sets each row's position in `texts`, or -1 without a key. */
function collectTexts(
  { keys, start, end }: KeyBatch,
  positions: Map<SortKey, number>,
  texts: string[],
  numbers: Float64Array,
): void {
  for (let index = start; index < end; index += 1) {
    const key = keys[index] ?? null;
    let position = key === null ? -1 : positions.get(key);
    if (position === undefined) {
      position = texts.push(toSortText(String(key))) - 1;
      positions.set(key, position);
    }
    numbers[index] = position;
  }
}

/** Returns the rank of each text. Equal texts share a rank. */
function* rankDistinct(texts: readonly string[], isDescending: boolean): CooperativeTask<Float64Array> {
  const order = yield* mergeSort(Uint32Array.from(texts.keys()), (a, b) => {
    const [first = "", second = ""] = [texts[a], texts[b]];
    return first < second ? -1 : first > second ? 1 : a - b;
  });
  const ranks = new Float64Array(texts.length);
  let rank = 0;
  let previous: string | undefined;
  for (const index of order) {
    if (texts[index] !== previous) rank += 1;
    previous = texts[index];
    ranks[index] = isDescending ? -rank : rank;
  }
  return ranks;
}

function compareNumbers(numbers: Float64Array): IndexComparator {
  return (a, b) => {
    const first = numbers[a] ?? 0;
    const second = numbers[b] ?? 0;
    return first < second ? -1 : first > second ? 1 : 0;
  };
}

/** Sorts all indexes below `length`. `sorted` contains indexes that are already in order. */
export function* sortIndexes(
  sorted: Uint32Array,
  length: number,
  order: IndexComparator,
): CooperativeTask<Uint32Array> {
  const unsorted = yield* unsortedIndexes(sorted, length);
  const sortedRest = yield* mergeSort(unsorted, order);
  if (sorted.length === 0) return sortedRest;
  const all = new Uint32Array(length);
  all.set(sorted);
  all.set(sortedRest, sorted.length);
  const merged = new Uint32Array(length);
  yield* merge({ from: all, to: merged, start: 0, middle: sorted.length, end: length }, order);
  return merged;
}

function* unsortedIndexes(sorted: Uint32Array, length: number): CooperativeTask<Uint32Array> {
  const isSorted = new Uint8Array(length);
  for (let index = 0; index < sorted.length; index += 1) {
    isSorted[sorted[index] ?? 0] = 1;
    if (index % INDEXES_PER_YIELD === 0) yield;
  }
  const unsorted = new Uint32Array(length - sorted.length);
  let count = 0;
  for (let index = 0; index < length; index += 1) {
    if (isSorted[index] === 0) unsorted[count++] = index;
    if (index % INDEXES_PER_YIELD === 0) yield;
  }
  return unsorted;
}

function* mergeSort(indexes: Uint32Array, order: IndexComparator): CooperativeTask<Uint32Array> {
  for (let start = 0; start < indexes.length; start += RUN_LENGTH) {
    indexes.subarray(start, start + RUN_LENGTH).sort(order);
    yield;
  }
  let from = indexes;
  let to: Uint32Array = new Uint32Array(indexes.length);
  for (let width = RUN_LENGTH; width < indexes.length; width *= 2) {
    for (let start = 0; start < indexes.length; start += 2 * width) {
      const middle = Math.min(start + width, indexes.length);
      yield* merge({ from, to, start, middle, end: Math.min(start + 2 * width, indexes.length) }, order);
    }
    [from, to] = [to, from];
  }
  return from;
}

interface Merge {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly start: number;
  readonly middle: number;
  readonly end: number;
}

function* merge(runs: Merge, order: IndexComparator): CooperativeTask<void> {
  let left = runs.start;
  let index = runs.start;
  while (index < runs.end) {
    left = mergeBatch(runs, order, left, index);
    index = Math.min(index + STEPS_PER_YIELD, runs.end);
    yield;
  }
}

/** Merges a batch and returns the new position in the left run. */
function mergeBatch(
  { from, to, middle, end, start }: Merge,
  order: IndexComparator,
  leftFrom: number,
  first: number,
): number {
  let left = leftFrom;
  let right = middle + (first - start) - (left - start);
  const last = Math.min(first + STEPS_PER_YIELD, end);
  for (let index = first; index < last; index += 1) {
    const leftIndex = from[left] ?? 0;
    const rightIndex = from[right] ?? 0;
    const isLeft = left < middle && (right >= end || order(leftIndex, rightIndex) < 0);
    to[index] = isLeft ? leftIndex : rightIndex;
    if (isLeft) left += 1;
    else right += 1;
  }
  return left;
}
