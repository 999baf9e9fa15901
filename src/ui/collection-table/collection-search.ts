import { useEffect, useMemo, useState } from "react";
import type { Completion } from "@/lib/query/query-completion";
import type { ParsedQuery, QueryField } from "@/lib/query/query-text";
import type { SortStep } from "@/lib/search/record-order";
import type { RecordIndex } from "@/lib/search/record-search";
import { localZone } from "@/lib/time/dates";
import { useFoundRows } from "./use-found-rows";

/** What a search field needs to know of the rows it searches. */
export interface SearchLanguage<Row> {
  /** Of the query language, for its help. */
  readonly fields: readonly QueryField[];
  /** What may stand at the caret. */
  readonly complete: (text: string, caret: number, rows: readonly Row[]) => Completion;
}

/** The code that finds and sorts the rows of collections. */
export interface SearchModule<Row, Source> extends SearchLanguage<Row> {
  readonly parse: (text: string) => ParsedQuery;
  /** The same index for the same collection. */
  readonly indexOf: (collection: Source) => RecordIndex<Row>;
}

/** What was found in a collection. */
export interface CollectionSearchResult<Row, Source> {
  /** Null until its code is here. */
  readonly search: SearchModule<Row, Source> | null;
  readonly parsed: ParsedQuery;
  readonly rows: readonly Row[];
  /** The number of rows where something is looked for; else null. */
  readonly matching: number | null;
  /** The rows are still those of an earlier question. */
  readonly isFinding: boolean;
  /** Something is asked for, and the code that finds it is not here yet. */
  readonly isWaiting: boolean;
  /** Why the code could not be fetched. */
  readonly error: unknown;
}

interface SearchOptions {
  readonly query: string;
  readonly sort: readonly SortStep[];
  readonly now: Date;
}

/** Nothing asked for. */
const EMPTY_QUERY: ParsedQuery = { terms: [], issues: [] };
const NO_SORT: readonly SortStep[] = [];
/** Ms after the first rows in which the code of the search is fetched: typing finds it there. */
const PREFETCH_DELAY_MS = 300;

/** A search whose code comes behind the first rows: `importCode` fetches it. Make it once, beside the page. */
export function createCollectionSearch<Row, Source extends object>(
  importModule: () => Promise<SearchModule<Row, Source>>,
) {
  type Module = SearchModule<Row, Source>;
  let loading: Promise<Module> | undefined;
  /** At hand for the next page that searches: it must not begin with a wait. */
  let loadedModule: Module | null = null;
  const lastResults = new WeakMap<Source, { readonly searchKey: string; readonly rows: readonly Row[] }>();

  /** Fetches the code of the search, once; after a failure the next call tries again. */
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

  /** Finds and sorts the loaded records. The code for it is fetched behind the first rows, or at once when it is needed. */
  function useSearch(
    collection: Source,
    records: readonly Row[],
    { query, sort, now }: SearchOptions,
  ): CollectionSearchResult<Row, Source> {
    const hasSearch = query.trim() !== "" || sort.length > 0;
    const { search, error } = useSearchModule(hasSearch, records.length > 0);
    const parsed = useMemo(() => search?.parse(query) ?? EMPTY_QUERY, [search, query]);
    const index = useMemo(() => search?.indexOf(collection) ?? null, [search, collection]);
    // Read ahead, a moment after the last rows came: the first word then finds as quickly as the next.
    useEffect(() => {
      if (index === null) return;
      const controller = new AbortController();
      const timer = setTimeout(() => {
        index.setRows(records);
        index.prepare(controller.signal).catch(() => undefined);
      }, PREFETCH_DELAY_MS);
      return () => {
        clearTimeout(timer);
        controller.abort();
      };
    }, [index, records]);
    const found = useFoundRows(index, records, {
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
      parsed,
      rows,
      matching: parsed.terms.length > 0 ? rows.length : null,
      isFinding: found.isBusy,
      isWaiting,
      error,
    };
  }

  /** On Back the rows of last time, until they are found anew: the page must be as long as it was to stand where it was. */
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
