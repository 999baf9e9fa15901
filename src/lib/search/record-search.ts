import { parseQuery } from "@/lib/query/query-text";
import {
  type CooperativeTask,
  forEachInSteps,
  runCooperatively,
  runToCompletion,
} from "@/lib/scheduler/cooperative-task";
import { normalizeText } from "@/lib/text/normalize-text";
import type { SortStep } from "@/lib/url/url-state";
import { type FilterSuggestion, findNearestQuery, suggestFilters } from "./filter-suggestions";
import { compileQuery } from "./record-filter";
import type { FindOptions, RecordSchema, ReferenceNames, SearchField } from "./record-schema";
import { NO_NAMES } from "./record-schema";
import { groupByKey, joinGroups, type KeyGroup } from "./record-sort";

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
}

export interface CountOptions extends Pick<FindOptions, "now" | "zone"> {
  readonly signal?: AbortSignal;
}

const ROWS_PER_STEP = 128;
/** The filters of a large list open after this time at the latest. A small list needs it only on a busy machine. */
const MAX_COUNT_MS = 300;
const LARGE_LIST = 5_000;

/** Rows in list order or in sort order. */
interface RowList<Row> {
  readonly rows: readonly Row[];
  /** Search texts of the rows. Undefined until a search needs them. */
  readonly texts: (string | undefined)[];
}

/** Rows and names to search, with what all searches of them share. A running search keeps its source. */
interface SearchSource<Row> extends RowList<Row> {
  readonly names: ReferenceNames;
  /** Groups by column, for the last sort and the schema's `preparedSorts`. */
  readonly groups: Map<string, readonly KeyGroup<Row>[]>;
  /** Result of the last sort. Avoids sorting again after each typed character. */
  sorted: { readonly name: string; readonly list: RowList<Row> } | null;
  /** Numbers of matches by time and query. */
  readonly counts: Map<string, number>;
}

function createList<Row>(rows: readonly Row[]): RowList<Row> {
  return { rows, texts: Array(rows.length) };
}

function createSource<Row>(rows: readonly Row[], names: ReferenceNames): SearchSource<Row> {
  return { ...createList(rows), names, groups: new Map(), sorted: null, counts: new Map() };
}

export function createRecordIndex<Row extends object>(schema: RecordSchema<Row>): RecordIndex<Row> {
  const readText = createRowReader(schema, (row, names) =>
    normalizeText(
      schema
        .words(row, names)
        .map((text) => text.replaceAll("\n", " "))
        .join("\n"),
    ),
  );
  const timeReaders = new Map(
    schema.fields.map((field) => [field, createRowReader(schema, (row) => field.time?.(row) ?? null)]),
  );
  let current: SearchSource<Row> = createSource([], NO_NAMES);

  function createTextGetter({ texts }: RowList<Row>, names: ReferenceNames) {
    return (row: Row, index: number) => (texts[index] ??= readText(row, names));
  }

  function* groupRows({ rows, names, groups }: SearchSource<Row>, columnId: string) {
    const known = groups.get(columnId);
    if (known) return known;
    const created = yield* groupByKey(rows, createKeyReader(schema, columnId, names));
    groups.set(columnId, created);
    return created;
  }

  function* sortRows(source: SearchSource<Row>, sort: readonly SortStep[]): CooperativeTask<RowList<Row>> {
    const steps = sort.filter(({ columnId }) => Object.hasOwn(schema.sorts, columnId));
    const last = steps.at(-1);
    if (last === undefined) return source;
    const name = JSON.stringify(steps.map(({ columnId, direction }) => [columnId, direction]));
    if (source.sorted?.name === name) return source.sorted.list;
    // Each sort is stable, so the last column is sorted first.
    let rows = yield* joinGroups(yield* groupRows(source, last.columnId), last.direction);
    for (const { columnId, direction } of steps.slice(0, -1).reverse()) {
      const groups = yield* groupByKey(rows, createKeyReader(schema, columnId, source.names));
      rows = yield* joinGroups(groups, direction);
    }
    // Some keys depend on the time when they are read, so other columns are read again.
    for (const columnId of source.groups.keys())
      if (columnId !== last.columnId && !schema.preparedSorts?.includes(columnId))
        source.groups.delete(columnId);
    const list = createList(rows);
    source.sorted = { name, list };
    return list;
  }

  function* prepareRows(source: SearchSource<Row>): CooperativeTask<void> {
    yield* forEachInSteps(source.rows, ROWS_PER_STEP, createTextGetter(source, source.names));
    for (const columnId of schema.preparedSorts ?? []) yield* groupRows(source, columnId);
  }

  function* findRows(source: SearchSource<Row>, options: FindOptions): CooperativeTask<readonly Row[]> {
    const { names } = source;
    const stateSets = yield* computeStateSets(source.rows, schema.fields, options);
    const list = yield* sortRows(source, options.sort);
    const matches = compileQuery({
      ...options,
      schema,
      names,
      stateSets,
      getText: createTextGetter(list, names),
      getTime: (row, field) => timeReaders.get(field)?.(row, names) ?? null,
    });
    if (matches === null) return list.rows;
    const found: Row[] = [];
    yield* forEachInSteps(list.rows, ROWS_PER_STEP, (row, index) => {
      if (matches(row, index)) found.push(row);
    });
    return found;
  }

  return {
    id: schema.id,
    setRows(rows) {
      if (rows !== current.rows) current = createSource(rows, current.names);
    },
    setNames(names) {
      if (names !== current.names) current = createSource(current.rows, names);
    },
    findSync: (options) => runToCompletion(findRows(current, options)),
    find: ({ signal, ...options }) => runCooperatively(findRows(current, options), signal),
    async countMatches(text, options) {
      const { counts } = current;
      const name = `${options.now} ${text}`;
      const count =
        counts.get(name) ??
        (await this.find({ query: parseQuery(text, schema.fields), sort: [], ...options })).length;
      counts.set(name, count);
      return count;
    },
    suggestFilters(text, { signal, ...options }) {
      const timeout = AbortSignal.timeout(
        current.rows.length > LARGE_LIST ? MAX_COUNT_MS : 10 * MAX_COUNT_MS,
      );
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
    prepare: (signal) => runCooperatively(prepareRows(current), signal),
  };
}

/** Reads a value once per row object, and again when a name that the row refers to has changed. */
function createRowReader<Row extends object, Value>(
  { reference }: RecordSchema<Row>,
  read: (row: Row, names: ReferenceNames) => Value,
): (row: Row, names: ReferenceNames) => Value {
  const cache = new WeakMap<Row, { names: ReferenceNames; readonly value: Value }>();
  return (row, names) => {
    const known = cache.get(row);
    if (known?.names === names) return known.value;
    if (known && [reference?.(row) ?? []].flat().every((key) => known.names.get(key) === names.get(key))) {
      known.names = names;
      return known.value;
    }
    const value = read(row, names);
    cache.set(row, { names, value });
    return value;
  };
}

function createKeyReader<Row>({ sorts }: RecordSchema<Row>, columnId: string, names: ReferenceNames) {
  return (row: Row) => sorts[columnId]?.(row, names) ?? null;
}

/** Computes the rows of each queried state that depends on other rows. */
function* computeStateSets<Row>(
  rows: readonly Row[],
  fields: readonly SearchField<Row>[],
  { query, now, zone }: FindOptions,
): CooperativeTask<ReadonlyMap<string, ReadonlySet<Row>>> {
  const found = new Map<string, ReadonlySet<Row>>();
  const values = query.terms.flatMap((term) => term.values);
  for (const [state, find] of fields.flatMap(({ sets = {} }) => Object.entries(sets))) {
    if (values.some((value) => value.kind === "state" && value.state === state))
      found.set(state, yield* find(rows, now, zone));
  }
  return found;
}
