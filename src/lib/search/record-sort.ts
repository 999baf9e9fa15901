import type { SlicedWork } from "@/lib/scheduler/cooperative-task";
import { sortableText } from "@/lib/text/normalize-text";

/** What a row is sorted by; texts as `sortableText` makes them. Null comes last in both directions. */
export type SortKey = string | number | null;

/** Says which of two places comes first; never 0 for two places. */
export type PlaceOrder = (a: number, b: number) => number;

/** The keys of one column by place, and its direction. */
export interface SortColumn {
  readonly keys: readonly (SortKey | undefined)[];
  readonly isDescending: boolean;
}

const RUN = 256;
const STEPS_BETWEEN_RESTS = 1024;
const PLACES_BETWEEN_RESTS = 8192;

/** The order of several columns, the first one deciding; equal rows stay as they were. */
export function* orderBy(columns: readonly SortColumn[], length: number): SlicedWork<PlaceOrder> {
  const orders: PlaceOrder[] = [];
  for (const { keys, isDescending } of columns) {
    const numbers = yield* readNumbers(keys, isDescending, length);
    orders.push(numbers ? orderNumbers(numbers) : orderTexts(keys, isDescending));
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

/** The keys as numbers in ascending order, what is none last; null where there is a text among them. */
function* readNumbers(
  keys: SortColumn["keys"],
  isDescending: boolean,
  length: number,
): SlicedWork<Float64Array | null> {
  const numbers = new Float64Array(length);
  for (let start = 0; start < length; start += PLACES_BETWEEN_RESTS) {
    const end = Math.min(start + PLACES_BETWEEN_RESTS, length);
    for (let place = start; place < end; place += 1) {
      const key = keys[place];
      if (typeof key === "string") return null;
      const isNumber = typeof key === "number" && Number.isFinite(key);
      numbers[place] = isNumber ? (isDescending ? -key : key) : Number.POSITIVE_INFINITY;
    }
    yield;
  }
  return numbers;
}

function orderNumbers(numbers: Float64Array): PlaceOrder {
  return (a, b) => {
    const first = numbers[a] ?? 0;
    const second = numbers[b] ?? 0;
    return first < second ? -1 : first > second ? 1 : 0;
  };
}

function orderTexts(keys: SortColumn["keys"], isDescending: boolean): PlaceOrder {
  const sign = isDescending ? 1 : -1;
  return (a, b) => {
    const first = keys[a];
    const second = keys[b];
    if (first === second) return 0;
    if (first === null || first === undefined) return second === null || second === undefined ? 0 : 1;
    if (second === null || second === undefined) return -1;
    return asText(first) < asText(second) ? sign : -sign;
  };
}

/** A number among texts. */
function asText(key: string | number): string {
  return typeof key === "string" ? key : sortableText(String(key));
}

/** All places below `length`, in order; `sorted` are those that are in order already. */
export function* sortPlaces(sorted: Uint32Array, length: number, order: PlaceOrder): SlicedWork<Uint32Array> {
  const rest = yield* otherPlaces(sorted, length);
  const sortedRest = yield* mergeSort(rest, order);
  if (sorted.length === 0) return sortedRest;
  const all = new Uint32Array(length);
  all.set(sorted);
  all.set(sortedRest, sorted.length);
  const merged = new Uint32Array(length);
  yield* merge({ from: all, to: merged, start: 0, middle: sorted.length, end: length }, order);
  return merged;
}

function* otherPlaces(sorted: Uint32Array, length: number): SlicedWork<Uint32Array> {
  const isSorted = new Uint8Array(length);
  for (let index = 0; index < sorted.length; index += 1) {
    isSorted[sorted[index] ?? 0] = 1;
    if (index % PLACES_BETWEEN_RESTS === 0) yield;
  }
  const rest = new Uint32Array(length - sorted.length);
  let count = 0;
  for (let place = 0; place < length; place += 1) {
    if (isSorted[place] === 0) rest[count++] = place;
    if (place % PLACES_BETWEEN_RESTS === 0) yield;
  }
  return rest;
}

function* mergeSort(places: Uint32Array, order: PlaceOrder): SlicedWork<Uint32Array> {
  for (let start = 0; start < places.length; start += RUN) {
    places.subarray(start, start + RUN).sort(order);
    yield;
  }
  let from = places;
  let to: Uint32Array = new Uint32Array(places.length);
  for (let width = RUN; width < places.length; width *= 2) {
    for (let start = 0; start < places.length; start += 2 * width) {
      const middle = Math.min(start + width, places.length);
      yield* merge({ from, to, start, middle, end: Math.min(start + 2 * width, places.length) }, order);
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Two neighbouring runs of `from`, and where they end up in `to`. */
interface Merge {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly start: number;
  readonly middle: number;
  readonly end: number;
}

function* merge(runs: Merge, order: PlaceOrder): SlicedWork<void> {
  let left = runs.start;
  let place = runs.start;
  while (place < runs.end) {
    left = mergeSome(runs, order, left, place);
    place = Math.min(place + STEPS_BETWEEN_RESTS, runs.end);
    yield;
  }
}

/** Fills `to` for a while; gives how far the left run is used up. */
function mergeSome(
  { from, to, middle, end, start }: Merge,
  order: PlaceOrder,
  leftFrom: number,
  first: number,
): number {
  let left = leftFrom;
  let right = middle + (first - start) - (left - start);
  const last = Math.min(first + STEPS_BETWEEN_RESTS, end);
  for (let place = first; place < last; place += 1) {
    const one = from[left] ?? 0;
    const other = from[right] ?? 0;
    const isLeft = left < middle && (right >= end || order(one, other) < 0);
    to[place] = isLeft ? one : other;
    if (isLeft) left += 1;
    else right += 1;
  }
  return left;
}
