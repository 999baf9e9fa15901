import { useEffect, useMemo, useState } from "react";
import type { Completion } from "@/lib/query/query-completion";
import type { ParsedQuery, QueryField } from "@/lib/query/query-text";
import type { SortStep } from "@/lib/search/record-order";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import type { RecordIndex } from "@/lib/search/record-search";
import { localZone } from "@/lib/time/dates";
import { useFoundRows } from "./use-found-rows";

export interface SearchLanguage<Row> {
  readonly fields: readonly QueryField[];
  readonly complete: (text: string, caret: number, rows: readonly Row[], names: ReferenceNames) => Completion;
}

export interface SearchModule<Row, Source> extends SearchLanguage<Row> {
  readonly parse: (text: string) => ParsedQuery;
  /** Returns the collection's index. Repeated calls return the same object. */
  readonly indexOf: (collection: Source) => RecordIndex<Row>;
}

export interface CollectionSearchResult<Row, Source> {
  /** Null until the search module is loaded. */
  readonly search: SearchModule<Row, Source> | null;
  readonly names: ReferenceNames;
  readonly parsed: ParsedQuery;
  readonly rows: readonly Row[];
  /** Number of matches, or null without a query. */
  readonly matching: number | null;
  /** Whether a search is running. In the meantime, the rows are those of the previous search. */
  readonly isFinding: boolean;
  /** Whether a query or sort waits for the search code. */
  readonly isWaiting: boolean;
  readonly error: unknown;
  /** Starts a search before its query is rendered. */
  readonly startSearch: (query: string) => void;
}

interface SearchOptions {
  readonly query: string;
  readonly sort: readonly SortStep[];
  readonly now: Date;
  readonly names?: ReferenceNames;
}

const EMPTY_QUERY: ParsedQuery = { terms: [], issues: [] };
const NO_SORT: readonly SortStep[] = [];
/**
 * Delay after the first rows, before the search code loads. Also the delay before the index is
 * built.
 */
const PREFETCH_DELAY_MS = 300;

/**
 * Creates a search whose code loads after the first rows. Call this function once per kind of
 * record and at module level, because the result caches the loaded code.
 */
export function createCollectionSearch<Row, Source extends object>(
  importModule: () => Promise<SearchModule<Row, Source>>,
) {
  type Module = SearchModule<Row, Source>;
  let loading: Promise<Module> | undefined;
  /** Loaded module. Pages that are opened later use it without waiting. */
  let loadedModule: Module | null = null;
  const lastResults = new WeakMap<Source, { readonly searchKey: string; readonly rows: readonly Row[] }>();

  /** Loads the search module once. After a failure, the next call tries again. */
  function load(): Promise<Module> {
    loading ??= importModule().then(
      (module) => {
        loadedModule = module;
        return module;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  /**
   * Searches and sorts the loaded records. Loads the search code after the first rows, or immediately for a query or
   * sort.
   */
  function useSearch(
    collection: Source,
    records: readonly Row[],
    { query, sort, now, names = NO_NAMES }: SearchOptions,
  ): CollectionSearchResult<Row, Source> {
    const hasSearch = query.trim() !== "" || sort.length > 0;
    const { search, error } = useSearchModule(hasSearch, records.length > 0);
    const parsed = useMemo(() => search?.parse(query) ?? EMPTY_QUERY, [search, query]);
    const index = useMemo(() => search?.indexOf(collection) ?? null, [search, collection]);
    // Builds the index once the records stop changing, to make the first search fast.
    useEffect(() => {
      if (index === null) return;
      const controller = new AbortController();
      const timer = setTimeout(() => {
        index.setRows(records);
        index.setNames(names);
        index.prepare(controller.signal).catch(() => undefined);
      }, PREFETCH_DELAY_MS);
      return () => {
        clearTimeout(timer);
        controller.abort();
      };
    }, [index, records, names]);
    const found = useFoundRows(index, records, {
      names,
      query: parsed,
      sort: search ? sort : NO_SORT,
      now: now.getTime(),
      zone: localZone(),
    });
    const isWaiting = hasSearch && search === null;
    const previousRows = usePreviousRows(collection, JSON.stringify([query, sort]), {
      rows: found.rows,
      isBusy: found.isBusy || isWaiting,
    });
    const rows = previousRows ?? found.rows;
    return {
      search,
      names,
      parsed,
      rows,
      matching: parsed.terms.length > 0 ? rows.length : null,
      isFinding: found.isBusy,
      isWaiting,
      error,
      startSearch(text) {
        if (search) found.startSearch(search.parse(text));
      },
    };
  }

  /**
   * After Back, returns the previous rows until the search finishes, so that the scroll position can be restored.
   * Otherwise returns null.
   */
  function usePreviousRows(
    collection: Source,
    searchKey: string,
    { rows, isBusy }: { readonly rows: readonly Row[]; readonly isBusy: boolean },
  ): readonly Row[] | null {
    const [last] = useState(() => lastResults.get(collection) ?? null);
    const [isExpired, setIsExpired] = useState(last === null);
    if (!isExpired && (!isBusy || last?.searchKey !== searchKey)) setIsExpired(true);
    useEffect(() => {
      if (!isBusy) lastResults.set(collection, { searchKey, rows });
    }, [collection, searchKey, rows, isBusy]);
    return isExpired ? null : (last?.rows ?? null);
  }

  function useSearchModule(hasSearch: boolean, hasRows: boolean) {
    const [state, setState] = useState<{ readonly search: Module | null; readonly error: unknown }>(() => ({
      search: loadedModule,
      error: null,
    }));
    const needsLoading = state.search === null && state.error === null;

    useEffect(() => {
      if (!needsLoading || !(hasSearch || hasRows)) return;
      let isCurrent = true;
      const startLoading = () =>
        void load().then(
          (search) => isCurrent && setState({ search, error: null }),
          (error: unknown) => isCurrent && setState({ search: null, error }),
        );
      const timer = setTimeout(startLoading, hasSearch ? 0 : PREFETCH_DELAY_MS);
      return () => {
        isCurrent = false;
        clearTimeout(timer);
      };
    }, [needsLoading, hasSearch, hasRows]);
    return state;
  }

  return { load, useSearch };
}
