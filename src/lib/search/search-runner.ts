import type { FindOptions, ReferenceNames } from "./record-schema";
import type { RecordIndex } from "./record-search";

/** Rows to search, names of their sources, and the search options. */
export interface RowSearch<Row> {
  readonly rows: readonly Row[];
  readonly names: ReferenceNames;
  readonly options: FindOptions;
}

export interface RowSearchResult<Row> extends RowSearch<Row> {
  readonly foundRows: readonly Row[];
}

export function isResultFor<Row>(result: RowSearch<Row>, request: RowSearch<Row>): boolean {
  return (
    isSameSearch(result, request) &&
    result.rows === request.rows &&
    result.names === request.names &&
    result.options.now === request.options.now
  );
}

function isSameSearch<Row>(request: RowSearch<Row>, other: RowSearch<Row>): boolean {
  return searchKey(request.options) === searchKey(other.options);
}

/** Returns a key to compare searches by value, because pages may parse the query on each render. */
function searchKey({ query, sort, zone }: FindOptions): string {
  return JSON.stringify([query.terms, sort, zone]);
}

/**
 * Returns a function that starts a search, or stops the running one if the request is null. One search runs at a time: a
 * new query, sort, or time zone also stops it, but new rows, names, or a new current time wait until it ends. Calls
 * `onResult` for each result and `onError` for each error, except for aborts.
 */
export function createSearchRunner<Row>(
  index: Pick<RecordIndex<Row>, "setRows" | "setNames" | "find">,
  onResult: (result: RowSearchResult<Row>) => void,
  onError: (error: unknown) => void,
): (request: RowSearch<Row> | null) => void {
  let wanted: RowSearch<Row> | null = null;
  let finished: RowSearch<Row> | null = null;
  let running: { readonly request: RowSearch<Row>; readonly controller: AbortController } | null = null;

  async function run(request: RowSearch<Row>): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running = { request, controller };
    try {
      index.setRows(request.rows);
      index.setNames(request.names);
      const foundRows = await index.find({ ...request.options, signal });
      if (!signal.aborted) onResult({ ...request, foundRows });
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    if (signal.aborted) return;
    running = null;
    // A failed search isn't repeated, because it would fail again.
    finished = request;
    update();
  }

  function update(): void {
    if (running && !(wanted && isSameSearch(running.request, wanted))) {
      running.controller.abort();
      running = null;
    }
    if (!running && wanted && !(finished && isResultFor(finished, wanted))) void run(wanted);
  }

  return (request) => {
    wanted = request;
    update();
  };
}
