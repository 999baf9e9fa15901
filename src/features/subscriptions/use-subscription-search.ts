import { useEffect, useMemo, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import type { Collection } from "@/data/collection";
import { localZone } from "@/lib/dates";
import type { ParsedQuery } from "@/lib/query-text";
import type { SortStep } from "@/lib/record-order";
import { useFoundRows } from "@/ui/use-found-rows";

type Search = typeof import("./subscription-search");

/** Nothing asked for. */
const NO_QUERY: ParsedQuery = { terms: [], mistakes: [] };
/** Ms after the first rows in which the code of the search is fetched: typing finds it there. */
const SOON = 300;

let loading: Promise<Search> | undefined;
/** At hand for the next page that searches: it must not begin with a wait. */
let here: Search | null = null;

/** Fetches the code of the search, once; after a failure the next call tries again. */
export function loadSubscriptionSearch(): Promise<Search> {
  loading ??= import("./subscription-search").then(
    (search) => {
      here = search;
      return search;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** What was found in a collection. */
export interface SubscriptionSearch {
  /** Null until its code is here. */
  readonly search: Search | null;
  readonly parsed: ParsedQuery;
  readonly rows: readonly Subscription[];
  /** The rows are still those of an earlier question. */
  readonly isFinding: boolean;
  /** Something is asked for, and the code that finds it is not here yet. */
  readonly isWaiting: boolean;
  /** Why the code could not be fetched. */
  readonly error: unknown;
}

/** Finds and sorts the loaded records. The code for it is fetched behind the first rows, or at once when it is needed. */
export function useSubscriptionSearch(
  collection: Collection<Subscription>,
  records: readonly Subscription[],
  { query, sort, now }: { readonly query: string; readonly sort: readonly SortStep[]; readonly now: Date },
): SubscriptionSearch {
  const isAsked = query.trim() !== "" || sort.length > 0;
  const { search, error } = useSearchCode(isAsked, records.length > 0);
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
  return {
    search,
    parsed,
    rows: kept ?? found.rows,
    isFinding: found.isBusy,
    isWaiting,
    error,
  };
}

const NO_SORT: readonly SortStep[] = [];

interface LastFound {
  /** What was asked for. */
  readonly question: string;
  readonly rows: readonly Subscription[];
}

const LAST = new WeakMap<Collection<Subscription>, LastFound>();

/** On Back the rows of last time, until they are found anew: the page must be as long as it was to stand where it was. */
function useLastFound(
  collection: Collection<Subscription>,
  question: string,
  { rows, isBusy }: { readonly rows: readonly Subscription[]; readonly isBusy: boolean },
): readonly Subscription[] | null {
  const [last] = useState(() => LAST.get(collection) ?? null);
  const [isOver, setIsOver] = useState(last === null);
  if (!isOver && (!isBusy || last?.question !== question)) setIsOver(true);
  useEffect(() => {
    if (!isBusy) LAST.set(collection, { question, rows });
  }, [collection, question, rows, isBusy]);
  return isOver ? null : (last?.rows ?? null);
}

function useSearchCode(isAsked: boolean, hasRows: boolean) {
  const [state, setState] = useState<{ readonly search: Search | null; readonly error: unknown }>(() => ({
    search: here,
    error: null,
  }));
  const isMissing = state.search === null && state.error === null;

  useEffect(() => {
    if (!isMissing || !(isAsked || hasRows)) return;
    let isCurrent = true;
    const begin = () =>
      void loadSubscriptionSearch().then(
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
