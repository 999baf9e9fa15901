import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { toSortText } from "@/lib/text/normalize-text";

/** Sort key of a row. Texts sort by `toSortText`. Null sorts last in both directions. */
export type SortKey = string | number | null;

export interface SortColumn {
  /** Result of `toSortNumbers`. */
  readonly numbers: Float64Array;
  readonly isDescending: boolean;
}

type SortKeys = readonly (SortKey | undefined)[];

const STEPS_PER_YIELD = 1024;
const INDEXES_PER_YIELD = 8192;
/** Number of texts in each run that is sorted without yielding. */
const RUN_LENGTH = 8192;
/** Sorts last in both directions. */
const LAST = Number.POSITIVE_INFINITY;
/** The radix sort splits each 64-bit number into four 16-bit digits. */
const DIGIT_COUNT = 4;
const DIGIT_SIZE = 65_536;

/** Returns the indexes below `length` in sorted order. Equal rows keep their order. */
export function* sortIndexes(columns: readonly SortColumn[], length: number): CooperativeTask<Uint32Array> {
  let indexes: Uint32Array = new Uint32Array(length).map((_, index) => index);
  // Each sort is stable, so the last column is sorted first.
  for (const { numbers, isDescending } of columns.toReversed()) {
    // Adding 0 turns -0 into 0, because the sort compares bits.
    const directed = numbers.map((number) => (isDescending && number !== LAST ? -number : number) + 0);
    indexes = yield* sortByNumber(indexes, directed);
  }
  return indexes;
}

/** Returns a number for each of the first `length` keys. The numbers have the keys' ascending order. */
export function* toSortNumbers(keys: SortKeys, length: number): CooperativeTask<Float64Array> {
  return (yield* readNumbers(keys, length)) ?? (yield* rankTexts(keys, length));
}

/** Returns the keys as numbers. Null keys and invalid numbers sort last. Returns null if any key is text. */
function* readNumbers(keys: SortKeys, length: number): CooperativeTask<Float64Array | null> {
  const numbers = new Float64Array(length);
  for (let start = 0; start < length; start += INDEXES_PER_YIELD) {
    const end = Math.min(start + INDEXES_PER_YIELD, length);
    for (let index = start; index < end; index += 1) {
      const key = keys[index];
      if (typeof key === "string") return null;
      numbers[index] = typeof key === "number" && Number.isFinite(key) ? key : LAST;
    }
    yield;
  }
  return numbers;
}

/**
 * Returns the rank of each row's text. Many rows have the same text, so the sort text of each distinct text is computed
 * only once.
 */
function* rankTexts(keys: SortKeys, length: number): CooperativeTask<Float64Array> {
  /** Position of each distinct key in `texts`. */
  const positions = new Map<SortKey, number>();
  const texts: string[] = [];
  const numbers = new Float64Array(length);
  for (let start = 0; start < length; start += STEPS_PER_YIELD) {
    const end = Math.min(start + STEPS_PER_YIELD, length);
    collectTexts({ keys, start, end }, positions, texts, numbers);
    yield;
  }
  const ranks = yield* rankDistinct(texts);
  for (let start = 0; start < length; start += INDEXES_PER_YIELD) {
    const end = Math.min(start + INDEXES_PER_YIELD, length);
    for (let index = start; index < end; index += 1) numbers[index] = ranks[numbers[index] ?? -1] ?? LAST;
    yield;
  }
  return numbers;
}

interface KeyBatch {
  readonly keys: SortKeys;
  readonly start: number;
  readonly end: number;
}

/**
 * Adds the batch's new texts to `texts`. Writes the position of each row's text to `numbers`, or -1
 * for a row without a key.
 */
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
function* rankDistinct(texts: readonly string[]): CooperativeTask<Float64Array> {
  const sorted = yield* sortTexts(texts);
  const rankByText = new Map<string, number>();
  const ranks = new Float64Array(texts.length);
  for (let start = 0; start < texts.length; start += STEPS_PER_YIELD) {
    for (const text of sorted.slice(start, start + STEPS_PER_YIELD))
      if (!rankByText.has(text)) rankByText.set(text, rankByText.size);
    yield;
  }
  for (let start = 0; start < texts.length; start += STEPS_PER_YIELD) {
    const end = Math.min(start + STEPS_PER_YIELD, texts.length);
    for (let index = start; index < end; index += 1) ranks[index] = rankByText.get(texts[index] ?? "") ?? 0;
    yield;
  }
  return ranks;
}

/** Sorts by code units, as `<` does. The browser sorts short runs, and `mergeTexts` merges them. */
function* sortTexts(texts: readonly string[]): CooperativeTask<readonly string[]> {
  let runs: (readonly string[])[] = [];
  for (let start = 0; start < texts.length; start += RUN_LENGTH) {
    runs.push(texts.slice(start, start + RUN_LENGTH).toSorted());
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly string[])[] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* mergeTexts(runs[index] ?? [], runs[index + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeTexts(left: readonly string[], right: readonly string[]): CooperativeTask<readonly string[]> {
  const merged: string[] = [];
  let leftIndex = 0;
  while (merged.length < left.length + right.length) {
    leftIndex = mergeBatch(left, right, leftIndex, merged);
    yield;
  }
  return merged;
}

/** Merges a batch and returns the new position in the left run. */
function mergeBatch(
  left: readonly string[],
  right: readonly string[],
  leftFrom: number,
  merged: string[],
): number {
  let leftIndex = leftFrom;
  let rightIndex = merged.length - leftFrom;
  const end = Math.min(merged.length + STEPS_PER_YIELD, left.length + right.length);
  while (merged.length < end) {
    const [first, second] = [left[leftIndex], right[rightIndex]];
    const isLeft = second === undefined || (first !== undefined && first < second);
    merged.push((isLeft ? first : second) ?? "");
    if (isLeft) leftIndex += 1;
    else rightIndex += 1;
  }
  return leftIndex;
}

/**
 * Sorts indexes by their numbers, digit by digit from the lowest (radix sort). Stable, and faster
 * than a comparison sort. Overwrites the numbers.
 */
function* sortByNumber(indexes: Uint32Array, numbers: Float64Array): CooperativeTask<Uint32Array> {
  const digits = toDigits(numbers);
  let from = indexes;
  let to: Uint32Array = new Uint32Array(indexes.length);
  for (let digit = 0; digit < DIGIT_COUNT; digit += 1) {
    const starts = findStarts(digits, digit);
    yield;
    if (starts === null) continue;
    for (let start = 0; start < from.length; start += INDEXES_PER_YIELD) {
      moveBatch(
        from.subarray(start, start + INDEXES_PER_YIELD),
        to,
        starts,
        (index) => digits[DIGIT_COUNT * index + digit] ?? 0,
      );
      yield;
    }
    [from, to] = [to, from];
  }
  return from;
}

/**
 * Returns the numbers' digits, lowest first. Changes the bits so that the digits sort in the order
 * of the numbers.
 */
function toDigits({ buffer }: Float64Array): Uint16Array {
  const words = new Uint32Array(buffer);
  for (let high = 1; high < words.length; high += 2) {
    const word = words[high] ?? 0;
    const isNegative = word >= 0x80_00_00_00;
    words[high] = word ^ (isNegative ? 0xff_ff_ff_ff : 0x80_00_00_00);
    if (isNegative) words[high - 1] = ~(words[high - 1] ?? 0);
  }
  return new Uint16Array(buffer);
}

/**
 * Returns the position in sorted order where each value of the digit starts. Returns null if the
 * digit has the same value in all numbers.
 */
function findStarts(digits: Uint16Array, digit: number): Uint32Array | null {
  const starts = new Uint32Array(DIGIT_SIZE + 1);
  for (let at = digit; at < digits.length; at += DIGIT_COUNT) {
    const next = (digits[at] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  if (starts.includes(digits.length / DIGIT_COUNT)) return null;
  for (let value = 1; value <= DIGIT_SIZE; value += 1)
    starts[value] = (starts[value] ?? 0) + (starts[value - 1] ?? 0);
  return starts;
}

/** Copies each index to the next free position of its value. Advances the positions in `starts`. */
function moveBatch(
  indexes: Uint32Array,
  to: Uint32Array,
  starts: Uint32Array,
  valueOf: (index: number) => number,
): void {
  for (const index of indexes) {
    const value = valueOf(index);
    const position = starts[value] ?? 0;
    to[position] = index;
    starts[value] = position + 1;
  }
}
