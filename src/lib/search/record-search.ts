import { type ParsedQuery, parseQuery } from "@/lib/query/query-text";
import { type CooperativeTask, runCooperatively, runToCompletion } from "@/lib/scheduler/cooperative-task";
import { normalizeText } from "@/lib/text/normalize-text";
import type { SortStep } from "@/lib/url/url-state";
import { diffRows, type RowsDiff } from "./diff-rows";
import { type FilterSuggestion, findNearestQuery, suggestFilters } from "./filter-suggestions";
import { createColumn, type DerivedColumn, indexAfter, isAppended, isOrderPreserved } from "./record-columns";
import { compileQuery, type RowFilter } from "./record-filter";
import type { FindOptions, RecordSchema, ReferenceNames, SearchField } from "./record-schema";
import { NO_NAMES } from "./record-schema";
import { type SortKey, sortIndexes, toSortNumbers } from "./record-sort";
import type { RowSearch, RowSearchResult, SearchRequest, SearchRunner } from "./search-runner";
import { createSearchRunner, isRefinement, isResultFor } from "./search-runner";

export type { RowSearch, RowSearchResult };

export interface RecordIndex<Row> {
  readonly id: (row: Row) => string | number;
  /** Replaces the rows. Unchanged row objects stay indexed. The next search indexes the others. */
  setRows(rows: readonly Row[]): void;
  /** Replaces the names that rows refer to. The next search indexes rows with changed names. */
  setNames(names: ReferenceNames): void;
  findSync(options: FindOptions): readonly Row[];
  /** Searches in slices that keep the page responsive. Rejects with the signal's reason. */
  find(options: FindOptions & { readonly signal?: AbortSignal }): Promise<readonly Row[]>;
  /** Counts the matches of a query in slices. Caches the result. Rejects with the signal's reason. */
  countMatches(text: string, options: CountOptions): Promise<number>;
  /** Returns filters that can be added to a query. In a large list, these are the filters that can be counted in time. Rejects with the signal's reason. */
  suggestFilters(text: string, options: CountOptions): Promise<readonly FilterSuggestion[]>;
  /** Returns the nearest query with matches for a query without any, or null. */
  suggestQuery(text: string, options: CountOptions): Promise<Omit<FilterSuggestion, "label"> | null>;
  /**
   * Builds the search text of all rows and the order of the schema's `preparedSorts` in slices, to make the first
   * search and sort fast.
   */
  prepare(signal?: AbortSignal): Promise<void>;
  /**
   * Creates a runner that searches one request at a time. Calls `onResult` for each result and
   * `onError` for each error, except for aborts.
   */
  createRunner(
    onResult: (result: RowSearchResult<Row>) => void,
    onError: (error: unknown) => void,
  ): SearchRunner<Row>;
  isResultFor(result: RowSearch<Row>, request: RowSearch<Row>): boolean;
}

export interface CountOptions extends Pick<FindOptions, "now" | "zone"> {
  readonly signal?: AbortSignal;
}

/** Cached data for a list of rows. Stays valid while rows are only appended. */
interface IndexCache<Row> {
  rows: readonly Row[];
  readonly names: ReferenceNames;
  /** Keys of names that changed after the rows were indexed. */
  staleNames: ReadonlySet<string>;
  searchText: DerivedColumn<Row, string>;
  readonly keys: Map<string, DerivedColumn<Row, SortKey>>;
  /** Times by the name of their date field. */
  readonly times: Map<string, DerivedColumn<Row, number | null>>;
  /**
   * Sort numbers of the schema's `preparedSorts` by column ID. An array is current only if it has
   * one entry per row.
   */
  readonly sortNumbers: Map<string, Float64Array>;
  /** Last sort order. Avoids sorting again after each typed character. */
  order: { readonly name: string; readonly indexes: Uint32Array } | null;
  /** Last result in sort order. A refined query searches only these rows. */
  found: LastResult<Row> | null;
}

interface LastResult<Row> {
  readonly request: SearchRequest;
  readonly rows: readonly Row[];
  readonly order: Uint32Array | null;
  readonly indexes: Uint32Array;
}

const ROWS_PER_YIELD = 256;
/** The filters of a large list open after this time at the latest. A small list needs it only on a busy machine. */
const MAX_COUNT_MS = 300;
const LARGE_LIST = 5_000;
const NO_STALE_NAMES: ReadonlySet<string> = new Set();

export function createRecordIndex<Row>(schema: RecordSchema<Row>): RecordIndex<Row> {
  let cache: IndexCache<Row> = {
    rows: [],
    names: NO_NAMES,
    staleNames: NO_STALE_NAMES,
    searchText: createColumn(createTextReader(schema, NO_NAMES)),
    keys: new Map(),
    times: new Map(),
    sortNumbers: new Map(),
    order: null,
    found: null,
  };
  let counts = { rows: cache.rows, names: cache.names, now: 0, byText: new Map<string, number>() };
  return {
    id: schema.id,
    setRows(rows) {
      if (rows === cache.rows) return;
      const change = diffRows(cache.rows, rows);
      // Replacing the rows is safe, because a running search continues with its own list of rows.
      if (isAppended(change, cache.rows.length)) cache.rows = rows;
      else cache = remapCache(cache, rows, change);
    },
    setNames(names) {
      if (names === cache.names) return;
      const staleNames = new Set([...cache.staleNames, ...listChangedKeys(cache.names, names)]);
      // Creates a new cache, because a running search must keep the names it started with.
      const { keys, sortNumbers } = cache;
      cache = { ...cache, keys: new Map(keys), sortNumbers: new Map(sortNumbers), names, staleNames };
    },
    findSync: (options) => runToCompletion(findRows(cache, cache.rows, schema, options)),
    find: ({ signal, ...options }) => runCooperatively(findRows(cache, cache.rows, schema, options), signal),
    async countMatches(text, options) {
      const { rows, names } = cache;
      if (counts.rows !== rows || counts.names !== names || counts.now !== options.now)
        counts = { rows, names, now: options.now, byText: new Map() };
      const { byText } = counts;
      const found =
        byText.get(text) ??
        (await this.find({ query: parseQuery(text, schema.fields), sort: [], ...options })).length;
      byText.set(text, found);
      return found;
    },
    suggestFilters(text, { signal, ...options }) {
      const timeout = AbortSignal.timeout(cache.rows.length > LARGE_LIST ? MAX_COUNT_MS : 10 * MAX_COUNT_MS);
      const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
      return suggestFilters(text, schema.fields, (query) =>
        this.countMatches(query, { ...options, signal: either }).catch((error: unknown) => {
          // Without the other counts, the list opens in time.
          if (timeout.aborted && !signal?.aborted) return 0;
          throw error;
        }),
      );
    },
    async suggestQuery(text, options) {
      const query = findNearestQuery(text, schema.fields);
      const count = query === null ? 0 : await this.countMatches(query, options);
      return query === null || count === 0 ? null : { query, count };
    },
    prepare: (signal) => runCooperatively(prepareRows(cache, schema), signal),
    createRunner(onResult, onError) {
      return createSearchRunner(this, onResult, onError);
    },
    isResultFor,
  };
}

function* prepareRows<Row>(cache: IndexCache<Row>, schema: RecordSchema<Row>): CooperativeTask<void> {
  const { rows } = cache;
  yield* refreshColumns(cache, schema);
  yield* cache.searchText.fill(rows);
  for (const columnId of schema.preparedSorts ?? []) yield* getSortNumbers(cache, rows, schema, columnId);
}

function createTextReader<Row>(schema: RecordSchema<Row>, names: ReferenceNames): (row: Row) => string {
  return (row) => normalizeText(schema.words(row, names).map(toSingleLine).join("\n"));
}

function toSingleLine(text: string): string {
  return text.includes("\n") ? text.replaceAll("\n", " ") : text;
}

function remapCache<Row>(
  { names, staleNames, searchText, keys, times, order }: IndexCache<Row>,
  rows: readonly Row[],
  change: RowsDiff,
): IndexCache<Row> {
  return {
    rows,
    names,
    staleNames,
    searchText: searchText.remap(change),
    keys: new Map([...keys].map(([id, column]) => [id, column.remap(change)])),
    times: new Map([...times].map(([name, column]) => [name, column.remap(change)])),
    sortNumbers: new Map(),
    // Rows with equal keys keep the list order, so a reordered list requires a new sort.
    order:
      order && isOrderPreserved(change)
        ? { name: order.name, indexes: remapIndexes(order.indexes, change) }
        : null,
    found: null,
  };
}

function listChangedKeys(before: ReferenceNames, after: ReferenceNames): readonly string[] {
  const added = [...after].filter(([key, name]) => before.get(key) !== name);
  return [...added.map(([key]) => key), ...[...before.keys()].filter((key) => !after.has(key))];
}

/** Drops values that depend on a changed name. */
function* refreshColumns<Row>(cache: IndexCache<Row>, schema: RecordSchema<Row>): CooperativeTask<void> {
  const { rows, staleNames, names } = cache;
  if (staleNames.size === 0) return;
  const isStale = new Uint8Array(rows.length);
  for (let start = 0; start < rows.length; start += ROWS_PER_YIELD) {
    markStaleRows(rows, schema, staleNames, { isStale, start });
    yield;
  }
  cache.searchText = cache.searchText.refresh(createTextReader(schema, names), isStale);
  for (const [id, column] of cache.keys) {
    const refreshed = column.refresh(createSortKeyReader(schema.sorts[id], names), isStale);
    cache.keys.set(id, refreshed);
    if (!cache.sortNumbers.has(id)) continue;
    yield* refreshed.fill(rows);
    // Few sort keys contain names, so the order usually stays the same.
    if (refreshed.values.some((key, index) => key !== column.values[index])) cache.sortNumbers.delete(id);
  }
  cache.order = null;
  cache.found = null;
  cache.staleNames = NO_STALE_NAMES;
}

function markStaleRows<Row>(
  rows: readonly Row[],
  { reference }: RecordSchema<Row>,
  staleNames: ReadonlySet<string>,
  { isStale, start }: { readonly isStale: Uint8Array; readonly start: number },
): void {
  const end = Math.min(start + ROWS_PER_YIELD, rows.length);
  for (let index = start; index < end; index += 1) {
    const row = rows[index];
    const keys = row === undefined ? null : (reference?.(row) ?? null);
    const isRowStale =
      typeof keys === "string" ? staleNames.has(keys) : keys?.some((key) => staleNames.has(key));
    if (isRowStale) isStale[index] = 1;
  }
}

function remapIndexes(indexes: Uint32Array, change: RowsDiff): Uint32Array {
  const remapped = new Uint32Array(indexes.length);
  let count = 0;
  for (const index of indexes) {
    const next = indexAfter(change, index);
    if (next >= 0) remapped[count++] = next;
  }
  return remapped.slice(0, count);
}

function* findRows<Row>(
  cache: IndexCache<Row>,
  rows: readonly Row[],
  schema: RecordSchema<Row>,
  options: FindOptions,
): CooperativeTask<readonly Row[]> {
  yield* refreshColumns(cache, schema);
  const stateSets = yield* computeStateSets(rows, schema.fields, options);
  const getTimes = (name: string) => getTimesColumn(cache, schema, name).values;
  const filter = compileQuery(schema, options, { stateSets, getTimes, names: cache.names });
  if (filter?.needsSearchText) yield* cache.searchText.fill(rows);
  for (const name of filter?.dateFields ?? []) yield* getTimesColumn(cache, schema, name).fill(rows);
  const order = yield* sortRows(cache, rows, schema, options.sort);
  if (!filter && !order) return rows;
  const request: SearchRequest = { terms: options.query.terms, now: options.now, zone: options.zone };
  const last = cache.found;
  const isRefined = last?.rows === rows && last.order === order && isRefinement(last.request, request);
  const indexes = isRefined ? last.indexes : order;
  const length = indexes?.length ?? rows.length;
  const found: Matches<Row> = { rows: [], indexes: new Uint32Array(length) };
  for (let start = 0; start < length; start += ROWS_PER_YIELD) {
    collectMatches(rows, cache.searchText.values, { indexes, filter, start, length }, found);
    yield;
  }
  if (filter) cache.found = { request, rows, order, indexes: found.indexes.slice(0, found.rows.length) };
  return found.rows;
}

function getTimesColumn<Row>(cache: IndexCache<Row>, schema: RecordSchema<Row>, name: string) {
  const field = schema.fields.find((each) => each.name === name);
  const column = cache.times.get(name) ?? createColumn((row: Row) => field?.time?.(row) ?? null);
  cache.times.set(name, column);
  return column;
}

interface Matches<Row> {
  readonly rows: Row[];
  readonly indexes: Uint32Array;
}

/** Computes the rows of each queried state that depends on other rows. */
function* computeStateSets<Row>(
  rows: readonly Row[],
  fields: readonly SearchField<Row>[],
  { query, now, zone }: FindOptions,
): CooperativeTask<ReadonlyMap<string, ReadonlySet<Row>>> {
  const found = new Map<string, ReadonlySet<Row>>();
  for (const { sets: stateSets = {} } of fields) {
    for (const [state, find] of Object.entries(stateSets)) {
      if (usesState(query, state)) found.set(state, yield* find(rows, now, zone));
    }
  }
  return found;
}

function usesState({ terms }: ParsedQuery, state: string): boolean {
  return terms.some(({ values }) => values.some((value) => value.kind === "state" && value.state === state));
}

interface MatchBatch<Row> {
  /** Indexes of the rows to check. Null to check all rows in list order. */
  readonly indexes: Uint32Array | null;
  readonly filter: RowFilter<Row> | null;
  readonly start: number;
  readonly length: number;
}

// A separate function, because engines optimize generators less.
function collectMatches<Row>(
  rows: readonly Row[],
  searchText: readonly (string | undefined)[],
  { indexes, filter, start, length }: MatchBatch<Row>,
  found: Matches<Row>,
): void {
  const end = Math.min(start + ROWS_PER_YIELD, length);
  for (let index = start; index < end; index += 1) {
    const rowIndex = indexes ? (indexes[index] ?? 0) : index;
    const row = rows[rowIndex];
    if (row === undefined || (filter && !filter.matches(row, searchText[rowIndex] ?? "", rowIndex))) continue;
    found.indexes[found.rows.length] = rowIndex;
    found.rows.push(row);
  }
}

function* sortRows<Row>(
  cache: IndexCache<Row>,
  rows: readonly Row[],
  schema: RecordSchema<Row>,
  sort: readonly SortStep[],
): CooperativeTask<Uint32Array | null> {
  const steps = sort.filter(({ columnId }) => Object.hasOwn(schema.sorts, columnId));
  if (steps.length === 0) return null;
  const name = JSON.stringify(steps.map(({ columnId, direction }) => [columnId, direction]));
  const last = cache.order?.name === name ? cache.order.indexes : new Uint32Array();
  if (last.length === rows.length) return last;
  // A later search has already sorted more rows.
  if (last.length > rows.length) return last.filter((index) => index < rows.length);
  const columns = [];
  for (const { columnId, direction } of steps) {
    const numbers = yield* getSortNumbers(cache, rows, schema, columnId);
    columns.push({ numbers, isDescending: direction === "descending" });
  }
  const indexes = yield* sortIndexes(columns, rows.length);
  if (cache.order?.name !== name || cache.order.indexes.length < indexes.length)
    cache.order = { name, indexes };
  dropUnusedKeys(cache, steps);
  return indexes;
}

function* getSortNumbers<Row>(
  cache: IndexCache<Row>,
  rows: readonly Row[],
  schema: RecordSchema<Row>,
  columnId: string,
): CooperativeTask<Float64Array> {
  const prepared = cache.sortNumbers.get(columnId);
  if (prepared?.length === rows.length) return prepared;
  const column =
    cache.keys.get(columnId) ?? createColumn(createSortKeyReader(schema.sorts[columnId], cache.names));
  cache.keys.set(columnId, column);
  yield* column.fill(rows);
  const numbers = yield* toSortNumbers(column.values, rows.length);
  if (schema.preparedSorts?.includes(columnId)) cache.sortNumbers.set(columnId, numbers);
  return numbers;
}

function createSortKeyReader<Row>(
  read: RecordSchema<Row>["sorts"][string] | undefined,
  names: ReferenceNames,
): (row: Row) => SortKey {
  return (row) => read?.(row, names) ?? null;
}

/** Drops sort keys of columns that don't determine the order anymore. */
function dropUnusedKeys<Row>({ keys, sortNumbers }: IndexCache<Row>, steps: readonly SortStep[]): void {
  for (const id of keys.keys()) {
    if (!sortNumbers.has(id) && !steps.some(({ columnId }) => columnId === id)) keys.delete(id);
  }
}
