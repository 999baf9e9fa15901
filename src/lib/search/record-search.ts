import { type Asked, narrows } from "@/lib/query/query-refinement";
import type { ParsedQuery } from "@/lib/query/query-text";
import { runInSlices, runToEnd, type SlicedWork } from "@/lib/scheduler/cooperative-task";
import { foldText, sortableText } from "@/lib/text/normalize-text";
import { isAppended, keepsOrder, placeAfter } from "./array-moves";
import { compareRows, type RowChange } from "./diff-rows";
import { createColumn, type DerivedColumn } from "./record-columns";
import { compileQuery, type RowFilter } from "./record-filter";
import type { SortStep } from "./record-order";
import type { FindOptions, RecordSchema, SearchField } from "./record-schema";
import { orderBy, type SortKey, sortPlaces } from "./record-sort";

/** Finds and sorts the rows of one collection, and remembers what it has made of each row. */
export interface RecordIndex<Row> {
  readonly id: (row: Row) => string | number;
  /** Takes the rows as they are now; what is the same object stays indexed. Cheap: the work is left to the next find. */
  setRows(rows: readonly Row[]): void;
  /** At once; for small collections. */
  findNow(options: FindOptions): readonly Row[];
  /** In slices that leave the page free; rejects with the signal's reason. */
  find(options: FindOptions & { readonly signal?: AbortSignal }): Promise<readonly Row[]>;
  /** Reads the words of all rows in slices, so that the first find is as quick as the next. */
  prepare(signal?: AbortSignal): Promise<void>;
}

/** What is known of one list of rows, as long as it only grows at its end. */
interface Known<Row> {
  rows: readonly Row[];
  readonly words: DerivedColumn<Row, string>;
  readonly keys: Map<string, DerivedColumn<Row, SortKey>>;
  /** Of date fields that were asked for, by name. */
  readonly times: Map<string, DerivedColumn<Row, number | null>>;
  /** The rows as they were sorted last: a keystroke does not sort again. */
  order: { readonly name: string; readonly places: Uint32Array } | null;
  /** What was found last, in its order: a query that narrows it needs not look further. */
  found: Found<Row> | null;
}

interface Found<Row> {
  readonly asked: Asked;
  readonly rows: readonly Row[];
  readonly order: Uint32Array | null;
  readonly places: Uint32Array;
}

const ROWS_BETWEEN_RESTS = 256;

/** An index without rows. */
export function createRecordIndex<Row>(schema: RecordSchema<Row>): RecordIndex<Row> {
  let known: Known<Row> = {
    rows: [],
    words: createColumn((row) => foldText(schema.words(row).map(inOneLine).join("\n"))),
    keys: new Map(),
    times: new Map(),
    order: null,
    found: null,
  };
  return {
    id: schema.id,
    setRows(rows) {
      if (rows === known.rows) return;
      const change = compareRows(known.rows, rows);
      // A find that is under way goes on with what it began with.
      if (isAppended(change, known.rows.length)) known.rows = rows;
      else known = carryKnown(known, rows, change);
    },
    findNow: (options) => runToEnd(findRows(known, known.rows, schema, options)),
    find: ({ signal, ...options }) => runInSlices(findRows(known, known.rows, schema, options), signal),
    prepare: (signal) => runInSlices(known.words.fill(known.rows), signal),
  };
}

function inOneLine(text: string): string {
  return text.includes("\n") ? text.replaceAll("\n", " ") : text;
}

function carryKnown<Row>(
  { words, keys, times, order }: Known<Row>,
  rows: readonly Row[],
  change: RowChange,
): Known<Row> {
  return {
    rows,
    words: words.carry(change),
    keys: new Map([...keys].map(([id, column]) => [id, column.carry(change)])),
    times: new Map([...times].map(([name, column]) => [name, column.carry(change)])),
    // Equal rows keep the order of the list, so one that was shuffled has to be sorted anew.
    order:
      order && keepsOrder(change) ? { name: order.name, places: carryPlaces(order.places, change) } : null,
    found: null,
  };
}

function carryPlaces(places: Uint32Array, change: RowChange): Uint32Array {
  const carried = new Uint32Array(places.length);
  let count = 0;
  for (const place of places) {
    const next = placeAfter(change, place);
    if (next >= 0) carried[count++] = next;
  }
  return carried.slice(0, count);
}

function* findRows<Row>(
  known: Known<Row>,
  rows: readonly Row[],
  schema: RecordSchema<Row>,
  options: FindOptions,
): SlicedWork<readonly Row[]> {
  const sets = yield* findSets(rows, schema.fields, options);
  const timesOf = (name: string) => timesColumn(known, schema, name).values;
  const filter = compileQuery(schema.fields, options, { sets, timesOf });
  if (filter?.needsWords) yield* known.words.fill(rows);
  for (const name of filter?.timed ?? []) yield* timesColumn(known, schema, name).fill(rows);
  const order = yield* sortRows(known, rows, schema, options.sort);
  if (!filter && !order) return rows;
  const asked: Asked = { terms: options.query.terms, now: options.now, zone: options.zone };
  const last = known.found;
  const isNarrower = last?.rows === rows && last.order === order && narrows(last.asked, asked);
  const places = isNarrower ? last.places : order;
  const length = places?.length ?? rows.length;
  const found: Matches<Row> = { rows: [], places: new Uint32Array(length) };
  for (let start = 0; start < length; start += ROWS_BETWEEN_RESTS) {
    collect(rows, known.words.values, { places, filter, start, length }, found);
    yield;
  }
  if (filter) known.found = { asked, rows, order, places: found.places.slice(0, found.rows.length) };
  return found.rows;
}

function timesColumn<Row>(known: Known<Row>, schema: RecordSchema<Row>, name: string) {
  const field = schema.fields.find((each) => each.name === name);
  const column = known.times.get(name) ?? createColumn((row: Row) => field?.time?.(row) ?? null);
  known.times.set(name, column);
  return column;
}

interface Matches<Row> {
  readonly rows: Row[];
  readonly places: Uint32Array;
}

/** The rows of each state that is asked for and that no row tells by itself. */
function* findSets<Row>(
  rows: readonly Row[],
  fields: readonly SearchField<Row>[],
  { query, now }: FindOptions,
): SlicedWork<ReadonlyMap<string, ReadonlySet<Row>>> {
  const found = new Map<string, ReadonlySet<Row>>();
  for (const { sets = {} } of fields) {
    for (const [state, find] of Object.entries(sets)) {
      if (asksFor(query, state)) found.set(state, yield* find(rows, now));
    }
  }
  return found;
}

function asksFor({ terms }: ParsedQuery, state: string): boolean {
  return terms.some(({ values }) => values.some((value) => value.kind === "state" && value.state === state));
}

interface Stretch<Row> {
  /** Null: all rows, as they stand. */
  readonly places: Uint32Array | null;
  readonly filter: RowFilter<Row> | null;
  readonly start: number;
  readonly length: number;
}

// Apart from the generator, which engines optimise less.
function collect<Row>(
  rows: readonly Row[],
  words: readonly (string | undefined)[],
  { places, filter, start, length }: Stretch<Row>,
  found: Matches<Row>,
): void {
  const end = Math.min(start + ROWS_BETWEEN_RESTS, length);
  for (let index = start; index < end; index += 1) {
    const place = places ? (places[index] ?? 0) : index;
    const row = rows[place];
    if (row === undefined || (filter && !filter.matches(row, words[place] ?? "", place))) continue;
    found.places[found.rows.length] = place;
    found.rows.push(row);
  }
}

/** The places of the rows in the order of a sort; null for that of the list. */
function* sortRows<Row>(
  known: Known<Row>,
  rows: readonly Row[],
  schema: RecordSchema<Row>,
  sort: readonly SortStep[],
): SlicedWork<Uint32Array | null> {
  const steps = sort.filter(({ columnId }) => Object.hasOwn(schema.sorts, columnId));
  if (steps.length === 0) return null;
  const name = JSON.stringify(steps.map(({ columnId, direction }) => [columnId, direction]));
  const last = known.order?.name === name ? known.order.places : new Uint32Array();
  // A find that began later may have sorted more rows already.
  const sorted = last.length > rows.length ? last.filter((place) => place < rows.length) : last;
  if (sorted.length === rows.length) return sorted;
  const columns = [];
  for (const { columnId, direction } of steps) {
    const column = known.keys.get(columnId) ?? createColumn(readKey(schema.sorts[columnId]));
    known.keys.set(columnId, column);
    yield* column.fill(rows);
    columns.push({ keys: column.values, isDescending: direction === "descending" });
  }
  const order = yield* orderBy(columns, rows.length);
  const places = yield* sortPlaces(sorted, rows.length, order);
  if (known.order?.name !== name || known.order.places.length < places.length) known.order = { name, places };
  forgetOthers(known.keys, steps);
  return places;
}

function readKey<Row>(read: ((row: Row) => string | number | null) | undefined): (row: Row) => SortKey {
  return (row) => {
    const key = read?.(row) ?? null;
    return typeof key === "string" ? sortableText(key) : key;
  };
}

/** The keys of columns that are not sorted by are memory for nothing. */
function forgetOthers<Value>(keys: Map<string, Value>, steps: readonly SortStep[]): void {
  for (const id of keys.keys()) {
    if (!steps.some(({ columnId }) => columnId === id)) keys.delete(id);
  }
}

/** Gives each source of records one index, made when it is asked for first, and as long as the source lives. */
export function createIndexKeeper<Source extends object, Item>(
  schema: RecordSchema<Item>,
): (source: Source) => RecordIndex<Item> {
  const indexes = new WeakMap<Source, RecordIndex<Item>>();
  return (source) => {
    const index = indexes.get(source) ?? createRecordIndex(schema);
    indexes.set(source, index);
    return index;
  };
}
