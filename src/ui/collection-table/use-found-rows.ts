import { useEffect, useMemo, useRef, useState } from "react";
import { updateRows } from "@/lib/search/diff-rows";
import type { FindOptions } from "@/lib/search/record-schema";
import type { RecordIndex } from "@/lib/search/record-search";
import { createSearchRunner, isResultFor, type SearchRequest, type SearchResult } from "./search-runner";

// Below it, finding takes less time than painting.
const MAX_SYNC_ROWS = 2_000;

interface FoundRows<Row> {
  readonly rows: readonly Row[];
  /** The rows are still those of an earlier question. */
  readonly isBusy: boolean;
}

/**
 * The rows that a query asks for, sorted. Few rows are searched at once, many in slices while the last ones stay; what
 * is shown is always the newest object of its id. Without an index (not loaded yet) all rows are given.
 */
export function useFoundRows<Row>(
  index: RecordIndex<Row> | null,
  rows: readonly Row[],
  { query, sort, now, zone }: FindOptions,
): FoundRows<Row> {
  const hasSearch = query.terms.length > 0 || sort.length > 0;
  // A clock that ticks must not search again where nothing depends on it.
  const dependsOnTime = query.terms.some(({ values }) =>
    values.some(({ kind }) => kind === "date" || kind === "state"),
  );
  const effectiveNow = dependsOnTime ? now : 0;
  const isSync = !hasSearch || (index !== null && rows.length <= MAX_SYNC_ROWS);

  const syncRows = useMemo(() => {
    if (!hasSearch) return rows;
    if (index === null || !isSync) return null;
    index.setRows(rows);
    return index.findSync({ query, sort, now: effectiveNow, zone });
  }, [index, rows, query, sort, effectiveNow, zone, hasSearch, isSync]);

  const lastShown = useRef<ShownResult<Row> | null>(null);
  const [outcome, setOutcome] = useState<Outcome<Row>>(null);
  const [runner] = useState(() =>
    createSearchRunner<Row>(
      (result) => {
        lastShown.current = result;
        setOutcome({ result });
      },
      (error) => setOutcome({ error }),
    ),
  );
  useEffect(() => () => runner.stop(), [runner]);

  const request = useMemo(
    (): SearchRequest<Row> | null =>
      isSync || index === null ? null : { index, rows, options: { query, sort, now: effectiveNow, zone } },
    [isSync, index, rows, query, sort, effectiveNow, zone],
  );
  useEffect(() => {
    if (syncRows) lastShown.current = { foundRows: syncRows, rows };
    runner.setRequest(request);
  }, [runner, request, syncRows, rows]);

  // A schema that throws is our mistake; the page's boundary tells.
  if (outcome && "error" in outcome) throw outcome.error;
  const isCurrent = request !== null && outcome !== null && isResultFor(outcome.result, request);
  const last = isCurrent ? outcome.result : lastShown.current;
  const carriedRows = useMemo(
    () => (last && index ? updateRows(last.foundRows, last.rows, rows, index.id) : rows),
    [last, rows, index],
  );
  return syncRows ? { rows: syncRows, isBusy: false } : { rows: carriedRows, isBusy: !isCurrent };
}

/** What is on the screen, and among which rows it was found. */
type ShownResult<Row> = Pick<SearchResult<Row>, "foundRows" | "rows">;

type Outcome<Row> = { readonly result: SearchResult<Row> } | { readonly error: unknown } | null;
