import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import { updateRows } from "@/lib/search/diff-rows";
import { type FindOptions, NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import type { RecordIndex, RowSearch, RowSearchResult } from "@/lib/search/record-search";

// Searching up to this many rows takes less time than a paint.
const MAX_SYNC_ROWS = 2_000;

interface FoundRows<Row> {
  readonly rows: readonly Row[];
  /** Whether a search is running. In the meantime, the rows are those of the previous search. */
  readonly isBusy: boolean;
  /**
   * Starts to search a large list. Call this when the query changes, because the next render comes
   * later, and then only one render is needed.
   */
  readonly startSearch: (query: FindOptions["query"]) => void;
}

/** A clock tick repeats only searches that depend on time. */
function getSearchTime({ terms }: FindOptions["query"], now: number): number {
  const dependsOnTime = terms.some(({ values }) =>
    values.some(({ kind }) => kind === "date" || kind === "state"),
  );
  return dependsOnTime ? now : 0;
}

/**
 * Returns the matching rows in sort order, or all rows until the index has loaded. Searches small
 * lists synchronously. Searches large lists in slices, and returns the previous result in the
 * meantime. Returned rows are always objects from the latest `rows`.
 */
export function useFoundRows<Row>(
  index: RecordIndex<Row> | null,
  rows: readonly Row[],
  { query, sort, now, zone, names = NO_NAMES }: FindOptions & { readonly names?: ReferenceNames },
): FoundRows<Row> {
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
  const runner = useMemo(
    () => index?.createRunner(showResult, (error) => setOutcome({ error })),
    [index, showResult],
  );
  useEffect(() => () => runner?.stop(), [runner]);

  const request = useMemo(
    (): RowSearch<Row> | null =>
      isSync || index === null ? null : { rows, names, options: { query, sort, now: effectiveNow, zone } },
    [isSync, index, rows, names, query, sort, effectiveNow, zone],
  );
  useEffect(() => {
    if (syncRows) lastShown.current = { foundRows: syncRows, rows };
    runner?.setRequest(request);
  }, [runner, request, syncRows, rows]);

  // A search fails only because of a bug, such as in a schema. The error boundary reports it.
  if (outcome && "error" in outcome) throw outcome.error;
  const isCurrent =
    request !== null && outcome !== null && index?.isResultFor(outcome.result, request) === true;
  const last = isCurrent ? outcome.result : lastShown.current;
  const carriedRows = useMemo(
    () => (last && index ? updateRows(last.foundRows, last.rows, rows, index.id) : rows),
    [last, rows, index],
  );

  function startSearch(next: FindOptions["query"]): void {
    if (index === null || next.terms.length === 0 || rows.length <= MAX_SYNC_ROWS) return;
    runner?.setRequest({
      rows,
      names,
      options: { query: next, sort, now: getSearchTime(next, now), zone },
    });
  }

  return syncRows
    ? { rows: syncRows, isBusy: false, startSearch }
    : { rows: carriedRows, isBusy: !isCurrent, startSearch };
}

type ShownResult<Row> = Pick<RowSearchResult<Row>, "foundRows" | "rows">;

type Outcome<Row> = { readonly result: RowSearchResult<Row> } | { readonly error: unknown } | null;
