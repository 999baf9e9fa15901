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
export interface SearchCode<Row, Source> extends SearchLanguage<Row> {
  readonly parse: (text: string) => ParsedQuery;
  /** The same index for the same collection. */
  readonly indexOf: (collection: Source) => RecordIndex<Row>;
}

/** What was found in a collection. */
export interface CollectionFound<Row, Source> {
  /** Null until its code is here. */
  readonly search: SearchCode<Row, Source> | null;
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

interface Asked {
  readonly query: string;
  readonly sort: readonly SortStep[];
  readonly now: Date;
}

/** Nothing asked for. */
const NO_QUERY: ParsedQuery = { terms: [], mistakes: [] };
const NO_SORT: readonly SortStep[] = [];
/** Ms after the first rows in which the code of the search is fetched: typing finds it there. */
const SOON = 300;

/** A search whose code comes behind the first rows: `importCode` fetches it. Make it once, beside the page. */
export function createCollectionSearch<Row, Source extends object>(
  importCode: () => Promise<SearchCode<Row, Source>>,
) {
  type Code = SearchCode<Row, Source>;
  let loading: Promise<Code> | undefined;
  /** At hand for the next page that searches: it must not begin with a wait. */
  let here: Code | null = null;
  const lastFound = new WeakMap<Source, { readonly question: string; readonly rows: readonly Row[] }>();

  /** Fetches the code of the search, once; after a failure the next call tries again. */
  function load(): Promise<Code> {
    loading ??= importCode().then(
      (code) => {
        here = code;
        return code;
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
    { query, sort, now }: Asked,
  ): CollectionFound<Row, Source> {
    const isAsked = query.trim() !== "" || sort.length > 0;
    const { search, error } = useCode(isAsked, records.length > 0);
    const parsed = useMemo(() => search?.parse(query) ?? NO_QUERY, [search, query]);
    const index = useMemo(() => search?.indexOf(collection) ?? null, [search, collection]);
    // Read ahead, a moment after the last rows came: the first word then finds as quickly as the next.
    useEffect(() => {
      if (index === null) return;
      const given = new AbortController();
      const timer = setTimeout(() => {
        index.setRows(records);
        index.prepare(given.signal).catch(() => undefined);
      }, SOON);
      return () => {
        clearTimeout(timer);
        given.abort();
      };
    }, [index, records]);
    const found = useFoundRows(index, records, {
      query: parsed,
      sort: search ? sort : NO_SORT,
      now: now.getTime(),
      zone: localZone(),
    });
    const isWaiting = isAsked && search === null;
    const kept = useLastFound(collection, JSON.stringify([query, sort]), {
      rows: found.rows,
      isBusy: found.isBusy || isWaiting,
    });
    const rows = kept ?? found.rows;
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
  function useLastFound(
    collection: Source,
    question: string,
    { rows, isBusy }: { readonly rows: readonly Row[]; readonly isBusy: boolean },
  ): readonly Row[] | null {
    const [last] = useState(() => lastFound.get(collection) ?? null);
    const [isOver, setIsOver] = useState(last === null);
    if (!isOver && (!isBusy || last?.question !== question)) setIsOver(true);
    useEffect(() => {
      if (!isBusy) lastFound.set(collection, { question, rows });
    }, [collection, question, rows, isBusy]);
    return isOver ? null : (last?.rows ?? null);
  }

  function useCode(isAsked: boolean, hasRows: boolean) {
    const [state, setState] = useState<{ readonly search: Code | null; readonly error: unknown }>(() => ({
      search: here,
      error: null,
    }));
    const isMissing = state.search === null && state.error === null;

    useEffect(() => {
      if (!isMissing || !(isAsked || hasRows)) return;
      let isCurrent = true;
      const begin = () =>
        void load().then(
          (search) => isCurrent && setState({ search, error: null }),
          (error: unknown) => isCurrent && setState({ search: null, error }),
        );
      const timer = setTimeout(begin, isAsked ? 0 : SOON);
      return () => {
        isCurrent = false;
        clearTimeout(timer);
      };
    }, [isMissing, isAsked, hasRows]);
    return state;
  }

  return { load, useSearch };
}
