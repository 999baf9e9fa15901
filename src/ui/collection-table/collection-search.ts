import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ParsedQuery } from "@/lib/query/query-text";
import type { ListSearch, SearchLanguage } from "@/lib/search/list-search";
import { type FindOptions, NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import type { CountOptions, RecordIndex } from "@/lib/search/record-search";
import type { RowSearch, RowSearchResult } from "@/lib/search/search-runner";
import { createSearchRunner, isResultFor } from "@/lib/search/search-runner";
import { localZone } from "@/lib/time/dates";
import type { SortStep } from "@/lib/url/url-state";

/** A search whose code loads after the first rows. */
export type CollectionSearch<Row, Source extends object> = ReturnType<
  typeof createCollectionSearch<Row, Source>
>;

export type CollectionSearchResult<Row> = ReturnType<typeof useCollectionSearch<Row, object>>;

export interface MatchCounter extends CountOptions {
  readonly index: Pick<RecordIndex<unknown>, "countMatches" | "suggestFilters" | "suggestQuery">;
}

interface SearchOptions {
  readonly query: string;
  readonly sort: readonly SortStep[];
  readonly now: Date;
  readonly names?: ReferenceNames;
}

const EMPTY_QUERY: ParsedQuery = { terms: [], issues: [] };
const NO_SORT: readonly SortStep[] = [];
/** Delay after the first rows, before the search code loads. Also the delay before the index is built. */
const PREFETCH_DELAY_MS = 300;

/** Call it once per kind of record and at module level, because the result caches the loaded code. */
export function createCollectionSearch<Row, Source extends object>(
  importModule: () => Promise<ListSearch<Row, Source>>,
  loadedModule: ListSearch<Row, Source> | null = null,
) {
  let loading: Promise<ListSearch<Row, Source>> | undefined;
  let loaded = loadedModule;
  return {
    load() {
      loading ??= importModule().then(
        (module) => (loaded = module),
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    getLoaded: () => loaded,
    lastResults: new WeakMap<Source, { readonly searchKey: string; readonly rows: readonly Row[] }>(),
  };
}

/** Loads the search code after the first rows, or immediately for a query or sort. */
export function useCollectionSearch<Row, Source extends object>(
  collectionSearch: CollectionSearch<Row, Source>,
  collection: Source,
  records: readonly Row[],
  { query, sort, now, names = NO_NAMES }: SearchOptions,
) {
  const hasSearch = query.trim() !== "" || sort.length > 0;
  const { search, error } = useSearchModule(collectionSearch, hasSearch, records.length > 0);
  const parsed = useMemo(() => search?.parse(query) ?? EMPTY_QUERY, [search, query]);
  const index = useMemo(() => search?.indexOf(collection) ?? null, [search, collection]);
  // Builds the index once the records stop changing, to make the first search fast.
  useEffect(() => {
    if (index === null) return;
    return runLater((signal) => {
      index.setRows(records);
      index.setNames(names);
      return index.prepare(signal);
    });
  }, [index, records, names]);
  const found = useFoundRows(index, records, {
    names,
    query: parsed,
    sort: search ? sort : NO_SORT,
    now: now.getTime(),
    zone: localZone(),
  });
  const isWaiting = hasSearch && search === null;

  // After Back, shows the previous rows until the search finishes, so that the scroll position can be restored.
  const { lastResults } = collectionSearch;
  const searchKey = JSON.stringify([query, sort]);
  const isBusy = found.isBusy || isWaiting;
  const [last, setLast] = useState(() => lastResults.get(collection));
  if (last && (!isBusy || last.searchKey !== searchKey)) setLast(undefined);
  useEffect(() => {
    if (!isBusy) lastResults.set(collection, { searchKey, rows: found.rows });
  }, [lastResults, collection, searchKey, found.rows, isBusy]);
  const rows = last?.rows ?? found.rows;

  /** Null until the search module is loaded. Another function after every change of the rows. */
  const getCounter = useCallback((): MatchCounter | null => {
    index?.setRows(records);
    index?.setNames(names);
    return index && { index, now: now.getTime(), zone: localZone() };
  }, [index, records, names, now]);
  return {
    search: search as SearchLanguage<Row> | null,
    names,
    parsed,
    rows,
    matching: parsed.terms.length > 0 ? rows.length : null,
    isFinding: found.isBusy,
    isWaiting,
    error,
    getCounter,
    /** Starts a search before its query is rendered. */
    startSearch(text: string) {
      if (search) found.startSearch(search.parse(text));
    },
  };
}

/** Runs a task once rows stop changing. Returns a function that cancels it. */
function runLater(task: (signal: AbortSignal) => Promise<unknown>): () => void {
  const controller = new AbortController();
  const timer = setTimeout(() => void task(controller.signal).catch(() => undefined), PREFETCH_DELAY_MS);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

export type MatchCounts = Readonly<Record<string, number>>;

/** Counts the matches of queries in slices, again after every change of the rows. `rows` is null while they load. */
export function useMatchCounts(
  queries: readonly string[],
  rows: readonly unknown[] | null,
  { search, getCounter }: Pick<CollectionSearchResult<never>, "search" | "getCounter">,
  onCounts: (counts: MatchCounts) => void,
): void {
  const canCount = search !== null && rows !== null;
  useEffect(() => {
    if (!canCount) return;
    return runLater(async (signal) => {
      const counter = getCounter();
      const counts: Record<string, number> = {};
      for (const query of counter ? queries : [])
        counts[query] = (await counter?.index.countMatches(query, { ...counter, signal })) ?? 0;
      onCounts(counts);
    });
  }, [canCount, getCounter, queries, onCounts]);
}

/** Returns the query among `queries` that is a term of the text, or "". */
export function findActiveTab(text: string, queries: readonly string[]): string {
  return queries.find((query) => ` ${text} `.includes(` ${query} `)) ?? "";
}

function useSearchModule<Row, Source extends object>(
  { getLoaded, load }: CollectionSearch<Row, Source>,
  hasSearch: boolean,
  hasRows: boolean,
) {
  const [loaded, setLoaded] = useState<ListSearch<Row, Source> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const search = getLoaded() ?? loaded;
  const needsLoading = search === null && error === null;
  useEffect(() => {
    if (!needsLoading || !(hasSearch || hasRows)) return;
    const timer = setTimeout(() => void load().then(setLoaded, setError), hasSearch ? 0 : PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [load, needsLoading, hasSearch, hasRows]);
  return { search, error };
}

// Searching up to this many rows takes less time than a paint.
const MAX_SYNC_ROWS = 2_000;

/** A clock tick repeats only searches that depend on time. */
function getSearchTime({ terms }: FindOptions["query"], now: number): number {
  const dependsOnTime = terms.some(({ values }) =>
    values.some(({ kind }) => kind === "date" || kind === "state"),
  );
  return dependsOnTime ? now : 0;
}

/** Searches large lists in slices, and meanwhile returns the previous result, with rows from the latest `rows`. */
export function useFoundRows<Row>(
  index: RecordIndex<Row> | null,
  rows: readonly Row[],
  { query, sort, now, zone, names = NO_NAMES }: FindOptions & { readonly names?: ReferenceNames },
) {
  const hasSearch = query.terms.length > 0 || sort.length > 0;
  const effectiveNow = getSearchTime(query, now);
  const isSync = !hasSearch || (index !== null && rows.length <= MAX_SYNC_ROWS);

  const syncRows = useMemo(() => {
    if (!hasSearch) return rows;
    if (index === null || !isSync) return null;
    index.setRows(rows);
    index.setNames(names);
    return index.findSync({ query, sort, now: effectiveNow, zone });
  }, [index, rows, names, query, sort, effectiveNow, zone, hasSearch, isSync]);

  const lastShown = useRef<ShownResult<Row> | null>(null);
  const [outcome, setOutcome] = useState<Outcome<Row>>(null);
  const [showResult] = useState(() => (result: RowSearchResult<Row>) => {
    lastShown.current = result;
    // A transition, so that it is rendered together with the query, which is also in a transition.
    startTransition(() => setOutcome({ result }));
  });
  const search = useMemo(
    () => index && createSearchRunner(index, showResult, (error) => setOutcome({ error })),
    [index, showResult],
  );
  useEffect(() => () => search?.(null), [search]);

  const request = useMemo(
    (): RowSearch<Row> | null =>
      isSync || index === null ? null : { rows, names, options: { query, sort, now: effectiveNow, zone } },
    [isSync, index, rows, names, query, sort, effectiveNow, zone],
  );
  useEffect(() => {
    if (syncRows) lastShown.current = { foundRows: syncRows, rows };
    search?.(request);
  }, [search, request, syncRows, rows]);

  // A search fails only because of a bug, such as in a schema. The error boundary reports it.
  if (outcome && "error" in outcome) throw outcome.error;
  const isCurrent = request !== null && outcome !== null && isResultFor(outcome.result, request);
  const last = isCurrent ? outcome.result : lastShown.current;
  const carriedRows = useMemo(
    () => (last && index ? updateFoundRows(last, rows, index.id) : rows),
    [last, rows, index],
  );

  /** Searches before the next render, so that only one render is needed. */
  function startSearch(next: FindOptions["query"]): void {
    if (index === null || next.terms.length === 0 || rows.length <= MAX_SYNC_ROWS) return;
    search?.({ rows, names, options: { query: next, sort, now: getSearchTime(next, now), zone } });
  }

  return syncRows
    ? { rows: syncRows, isBusy: false, startSearch }
    : { rows: carriedRows, isBusy: !isCurrent, startSearch };
}

/** Replaces found rows with their latest objects. Drops rows that are missing from the latest rows. */
function updateFoundRows<Row>(
  { foundRows, rows: before }: ShownResult<Row>,
  latest: readonly Row[],
  getId: (row: Row) => string | number,
): readonly Row[] {
  if (foundRows === before) return latest;
  if (before.every((row, index) => row === latest[index])) return foundRows;
  const rowsById = new Map(latest.map((row) => [getId(row), row]));
  return foundRows.flatMap((row) => rowsById.get(getId(row)) ?? []);
}

type ShownResult<Row> = Pick<RowSearchResult<Row>, "foundRows" | "rows">;

type Outcome<Row> = { readonly result: RowSearchResult<Row> } | { readonly error: unknown } | null;
