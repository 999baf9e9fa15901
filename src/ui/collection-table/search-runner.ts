import type { FindOptions } from "@/lib/search/record-schema";
import type { RecordIndex } from "@/lib/search/record-search";

/** What to find among which rows. */
export interface SearchRequest<Row> {
  readonly index: RecordIndex<Row>;
  readonly rows: readonly Row[];
  readonly options: FindOptions;
}

/** What was found, with its question. */
export interface SearchResult<Row> extends SearchRequest<Row> {
  readonly foundRows: readonly Row[];
}

/** Answers one question at a time. */
interface SearchRunner<Row> {
  /** Another query or sort stops what is under way; other rows or another time wait until it is done. */
  setRequest(request: SearchRequest<Row> | null): void;
  stop(): void;
}

/** Whether an answer is to this very question. */
export function isResultFor<Row>(result: SearchRequest<Row>, request: SearchRequest<Row>): boolean {
  return (
    isSameSearch(result, request) &&
    result.rows === request.rows &&
    result.options.now === request.options.now
  );
}

function isSameSearch<Row>(request: SearchRequest<Row>, otherRequest: SearchRequest<Row>): boolean {
  return (
    request === otherRequest ||
    (request.index === otherRequest.index && searchKey(request.options) === searchKey(otherRequest.options))
  );
}

// By content: a page may parse its query anew with each render. JSON has no infinity, so it is spelled out.
function searchKey({ query, sort, zone }: FindOptions): string {
  return JSON.stringify([query.terms, sort, zone], (_key, value: unknown) =>
    typeof value === "number" ? String(value) : value,
  );
}

/** A finder that tells of each answer, and of an error that is no stop. */
export function createSearchRunner<Row>(
  onResult: (result: SearchResult<Row>) => void,
  onError: (error: unknown) => void,
): SearchRunner<Row> {
  let pendingRequest: SearchRequest<Row> | null = null;
  let lastRequest: SearchRequest<Row> | null = null;
  let running: { readonly request: SearchRequest<Row>; readonly controller: AbortController } | null = null;

  function stop(): void {
    running?.controller.abort();
    running = null;
  }

  async function runSearch(request: SearchRequest<Row>): Promise<void> {
    const controller = new AbortController();
    running = { request, controller };
    try {
      request.index.setRows(request.rows);
      const foundRows = await request.index.find({ ...request.options, signal: controller.signal });
      if (controller.signal.aborted) return;
      lastRequest = request;
      onResult({ ...request, foundRows });
    } catch (error) {
      if (controller.signal.aborted) return;
      // Not asked again by itself: it would fail again.
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
