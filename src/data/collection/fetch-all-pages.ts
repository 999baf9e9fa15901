import type { ListPage } from "@/contract/parsers";
import { HttpError, TimeoutError } from "@/http/errors";
import type { PageThrottle } from "./page-throttle";

/** Fetches one page. Rejects with a transport error or the signal's reason. */
export type FetchPage<Item> = (
  page: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
) => Promise<ListPage<Item>>;

/** A fetched page. Pages are delivered in the order of their offsets. */
export interface FetchedPage<Item> {
  readonly offset: number;
  readonly page: ListPage<Item>;
  /** Value of `getMark` when the request was sent. Tells which writes the page may not include. */
  readonly mark: number;
}

export interface FetchAllPagesOptions<Item> {
  readonly fetchPage: FetchPage<Item>;
  readonly throttle: PageThrottle;
  readonly from: number;
  /** Exclusive end offset. Reads to the end by default. */
  readonly to?: number;
  /** Known count of records. */
  readonly count: number;
  /**
   * Start offsets of the pages of an earlier read, ascending. Records may have been missed there, so new
   * pages don't end close to them.
   */
  readonly pageBoundaries?: readonly number[];
  readonly signal: AbortSignal;
  readonly mark: () => number;
  /** Returns whether the page contained new records. */
  readonly onPage: (page: FetchedPage<Item>) => boolean;
}

interface Task {
  readonly offset: number;
  readonly limit: number;
}

/** Consecutive failures that may be caused by a large page or a busy server. */
const MAX_CONSECUTIVE_FAILURES = 3;
function isOverloadError(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof HttpError && error.status >= 500);
}

/** Alternative page sizes. Sizes are halved by the throttle, so sixths avoid the old boundaries. */
const PAGE_FRACTIONS = [1, 5 / 6, 2 / 3, 1 / 2, 1 / 3];
/**
 * Minimum distance to an old boundary, as a fraction of the page size. One of the fractions always satisfies
 * it.
 */
const MIN_BOUNDARY_DISTANCE = 1 / 3;

/** Returns a function that reduces the page size when the page would end near a boundary. */
function createLimitFitter(pageBoundaries: readonly number[]): (offset: number, limit: number) => number {
  // Pages start in order, except for retries.
  let index = 0;
  return (offset, limit) => {
    while (index > 0 && (pageBoundaries[index] ?? 0) > offset) index -= 1;
    while ((pageBoundaries[index + 1] ?? Number.POSITIVE_INFINITY) <= offset) index += 1;
    const distance = (end: number) => {
      let nearest = Number.POSITIVE_INFINITY;
      for (let next = index; next < pageBoundaries.length; next += 1) {
        const boundary = pageBoundaries[next] ?? 0;
        nearest = Math.min(nearest, Math.abs(boundary - end));
        if (boundary > end) break;
      }
      return nearest;
    };
    let best = limit;
    let bestDistance = -1;
    for (const part of PAGE_FRACTIONS) {
      const size = Math.max(1, Math.floor(limit * part));
      const found = distance(offset + size);
      if (found > bestDistance) [best, bestDistance] = [size, found];
      if (bestDistance >= limit * MIN_BOUNDARY_DISTANCE) break;
    }
    return best;
  };
}

/**
 * Reads a list with several pages in parallel. Ends when the list does, regardless of its count: a short page
 * is a server limit or the end, and after a full last page one more is requested. Rejects with a page's error
 * after all previous pages were delivered, or with the signal's reason.
 */
export async function fetchAllPages<Item>(options: FetchAllPagesOptions<Item>): Promise<void> {
  const { fetchPage, throttle, signal, mark, onPage } = options;
  const fitLimit = createLimitFitter(options.pageBoundaries ?? []);
  const received: (FetchedPage<Item> & { readonly rows: number })[] = [];
  const retries: Task[] = [];
  let next = options.from;
  let deliveredUntil = options.from;
  let count = options.count;
  /** First offset without records: a page was empty. */
  let servedEnd = options.to ?? Number.POSITIVE_INFINITY;
  /** The list may extend up to this offset beyond its count. */
  let probedEnd = 0;
  let failures = 0;

  const end = () => Math.min(servedEnd, Math.max(count, probedEnd));

  function takeTask(): Task | null {
    const task = retries.shift();
    if (task !== undefined)
      return task.offset < end() && task.offset + task.limit > deliveredUntil ? task : takeTask();
    if (next >= end()) return null;
    const limit = fitLimit(next, Math.min(throttle.pageSize(), servedEnd - next));
    const fresh = { offset: next, limit };
    next += limit;
    return fresh;
  }

  const findNextReady = () => received.findIndex(({ offset }) => offset <= deliveredUntil);

  function deliverPages(): void {
    for (let index = findNextReady(); index >= 0; index = findNextReady()) {
      const [ready] = received.splice(index, 1);
      if (ready === undefined) return;
      deliveredUntil = Math.max(deliveredUntil, ready.offset + ready.rows);
      // A server that ignores offsets may return the same page forever.
      if (!onPage(ready) && ready.offset >= ready.page.count) servedEnd = Math.min(servedEnd, ready.offset);
    }
  }

  function addPage(task: Task, page: ListPage<Item>, sentAt: number): void {
    const rows = page.results.length + page.broken.length;
    count = page.count;
    if (rows === 0) servedEnd = Math.min(servedEnd, task.offset);
    // A full page, or one beyond the count, may not be the last.
    else if (rows >= task.limit || throttle.isLimit(rows) || task.offset + rows > count) {
      probedEnd = Math.max(probedEnd, task.offset + rows + 1);
    }
    if (rows > 0 && rows < task.limit && task.offset + rows < end()) {
      throttle.noteLimit(rows);
      retries.push({ offset: task.offset + rows, limit: task.limit - rows });
      retries.sort((a, b) => a.offset - b.offset);
    }
    // A server without paging returns more than requested.
    next = Math.max(next, task.offset + rows);
    received.push({ offset: task.offset, page, mark: sentAt, rows });
    deliverPages();
  }

  /** Whether to retry a failed page: it may have been too large, or the server busy. */
  function canRetry(error: unknown): boolean {
    failures += 1;
    throttle.noteFailure();
    return isOverloadError(error) && failures < MAX_CONSECUTIVE_FAILURES;
  }

  async function runTask(task: Task, abort: AbortSignal): Promise<void> {
    await throttle.waitTurn(abort);
    const sentAt = mark();
    const started = performance.now();
    // The page size may have been reduced in the meantime.
    const maxLimit = throttle.pageSize();
    const limit = task.limit > maxLimit ? fitLimit(task.offset, maxLimit) : task.limit;
    if (limit < task.limit) retries.unshift({ offset: task.offset + limit, limit: task.limit - limit });
    const request = { offset: task.offset, limit };
    try {
      const page = await fetchPage(request, abort);
      failures = 0;
      const served = page.results.length + page.broken.length;
      throttle.noteServed({ requested: limit, served, tookMs: performance.now() - started });
      addPage(request, page, sentAt);
    } catch (error) {
      retries.unshift(request);
      if (abort.aborted || !canRetry(error)) throw error;
    }
  }

  // A page that fails permanently aborts the others, whose records would come after a gap.
  const failed = new AbortController();
  const abort = AbortSignal.any([signal, failed.signal]);
  const running = new Set<Promise<void>>();
  const startTasks = () => {
    while (running.size < throttle.parallel()) {
      const task = takeTask();
      if (task === null) return;
      const promise = runTask(task, abort).finally(() => running.delete(promise));
      running.add(promise);
    }
  };
  try {
    for (startTasks(); running.size > 0; startTasks()) await Promise.race(running);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(running);
    throw error;
  }
}
