import type { QueryTerm } from "@/lib/query/query-text";
import type { FindOptions, ReferenceNames } from "./record-schema";

interface SearchableRows<Row> {
  setRows(rows: readonly Row[]): void;
  setNames(names: ReferenceNames): void;
  find(options: FindOptions & { readonly signal?: AbortSignal }): Promise<readonly Row[]>;
}

/** Rows to search, names of their sources, and the search options. */
export interface RowSearch<Row> {
  readonly rows: readonly Row[];
  readonly names: ReferenceNames;
  readonly options: FindOptions;
}

export interface RowSearchResult<Row> extends RowSearch<Row> {
  readonly foundRows: readonly Row[];
}

export interface SearchRunner<Row> {
  /**
   * Starts a search, or stops the running one if the request is null. A new query, sort, or time
   * zone also stops the running search. New rows, names, or a new current time wait until it ends.
   */
  setRequest(request: RowSearch<Row> | null): void;
  stop(): void;
}

export function isResultFor<Row>(result: RowSearch<Row>, request: RowSearch<Row>): boolean {
  return (
    isSameSearch(result, request) &&
    result.rows === request.rows &&
    result.names === request.names &&
    result.options.now === request.options.now
  );
}

function isSameSearch<Row>(request: RowSearch<Row>, otherRequest: RowSearch<Row>): boolean {
  return request === otherRequest || searchKey(request.options) === searchKey(otherRequest.options);
}

// Returns a key to compare searches by value, because pages may parse the query on each render. JSON can't represent
// infinity, so numbers become text.
function searchKey({ query, sort, zone }: FindOptions): string {
  return JSON.stringify([query.terms, sort, zone], (_key, value: unknown) =>
    typeof value === "number" ? String(value) : value,
  );
}

/**
 * Creates a runner that runs one search at a time. Calls `onResult` for each result and `onError`
 * for each error, except for aborts.
 */
export function createSearchRunner<Row>(
  index: SearchableRows<Row>,
  onResult: (result: RowSearchResult<Row>) => void,
  onError: (error: unknown) => void,
): SearchRunner<Row> {
  let pendingRequest: RowSearch<Row> | null = null;
  let lastRequest: RowSearch<Row> | null = null;
  let running: { readonly request: RowSearch<Row>; readonly controller: AbortController } | null = null;

  function stop(): void {
    running?.controller.abort();
    running = null;
  }

  async function runSearch(request: RowSearch<Row>): Promise<void> {
    const controller = new AbortController();
    running = { request, controller };
    try {
      index.setRows(request.rows);
      index.setNames(request.names);
      const foundRows = await index.find({ ...request.options, signal: controller.signal });
      if (controller.signal.aborted) return;
      lastRequest = request;
      onResult({ ...request, foundRows });
    } catch (error) {
      if (controller.signal.aborted) return;
      // A failed request isn't retried, because it would fail again.
      lastRequest = request;
      onError(error);
    }
    running = null;
    startNext();
  }

  function startNext(): void {
    if (!pendingRequest || running) return;
    if (!lastRequest || !isResultFor(lastRequest, pendingRequest)) void runSearch(pendingRequest);
  }

  return {
    setRequest(request) {
      pendingRequest = request;
      if (running && !(request && isSameSearch(running.request, request))) stop();
      startNext();
    },
    stop() {
      pendingRequest = null;
      stop();
    },
  };
}

/** A search request. Relative dates are resolved with `now` (ms since 1970) in `zone`. */
export interface SearchRequest {
  readonly terms: readonly QueryTerm[];
  readonly now: number;
  readonly zone: string;
}

/** Whether every match of `later` also matches `earlier`, as after typing more of a word. */
export function isRefinement(earlier: SearchRequest, later: SearchRequest): boolean {
  const isSameMoment = earlier.now === later.now && earlier.zone === later.zone;
  return earlier.terms.every((old) =>
    later.terms.some(
      (term) => (isLongerText(term, old) || isSameTerm(term, old)) && (isSameMoment || !isTimeDependent(old)),
    ),
  );
}

function isLongerText(term: QueryTerm, old: QueryTerm): boolean {
  if (term.isNegated || old.isNegated || term.field !== old.field) return false;
  const [value, ...others] = term.values;
  const [oldValue, ...oldOthers] = old.values;
  if (value?.kind !== "text" || oldValue?.kind !== "text") return false;
  return others.length === 0 && oldOthers.length === 0 && value.text.includes(oldValue.text);
}

function isSameTerm(term: QueryTerm, old: QueryTerm): boolean {
  return termKey(term) === termKey(old);
}

// JSON can't represent infinity, so numbers become text.
function termKey({ field, isNegated, values }: QueryTerm): string {
  return JSON.stringify([field, isNegated, values], (_key, value: unknown) =>
    typeof value === "number" ? String(value) : value,
  );
}

/** Texts without a field name also match the label of a row's state. */
function isTimeDependent({ field, values }: QueryTerm): boolean {
  return field === null || values.some(({ kind }) => kind === "date" || kind === "state");
}
