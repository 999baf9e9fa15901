import type { ListPage } from "@/contract/parsers";
import { HttpError, TimeoutError } from "@/http/errors";
import type { PageThrottle } from "./page-throttle";

/** Reads one page of a list; rejects with the four errors of the transport or the signal's reason. */
export type FetchPage<Item> = (
  page: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
) => Promise<ListPage<Item>>;

/** A page as it is handed on: pages come in the order of their offsets, whatever the order they arrived in. */
export interface FetchedPage<Item> {
  readonly offset: number;
  readonly page: ListPage<Item>;
  /** What `mark` gave when the request was sent: tells which writes it cannot know of. */
  readonly mark: number;
}

/** What to read, and what becomes of the pages. */
export interface FetchAllPagesOptions<Item> {
  readonly fetchPage: FetchPage<Item>;
  readonly throttle: PageThrottle;
  /** First offset to read. */
  readonly from: number;
  /** Offset to stop at; without it the list is read to its end. */
  readonly to?: number;
  /** The server's count as far as it is known. */
  readonly count: number;
  /** Where pages of an earlier reading began, in ascending order: there rows may have been missed, so none ends near. */
  readonly pageBoundaries?: readonly number[];
  readonly signal: AbortSignal;
  readonly mark: () => number;
  /** Tells whether the page brought anything that was not there before. */
  readonly onPage: (page: FetchedPage<Item>) => boolean;
}

interface Task {
  readonly offset: number;
  readonly limit: number;
}

/** Failures in a row that are taken for a page too large, or a server that is busy. */
const MAX_CONSECUTIVE_FAILURES = 3;
function isOverloadError(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof HttpError && error.status >= 500);
}

/** Parts of a page that may be asked for in place of the whole. Sizes go by halves (`Pace`), so a step of sixths leads off the seams. */
const PAGE_FRACTIONS = [1, 5 / 6, 2 / 3, 1 / 2, 1 / 3];
/** Of a page: so far from the seams is far enough. With pages as large as before, one of the parts always is. */
const MIN_BOUNDARY_DISTANCE = 1 / 3;

/** Gives the limit for a page, a little smaller where it would end at a seam. */
function createLimitFitter(pageBoundaries: readonly number[]): (offset: number, limit: number) => number {
  // Pages are laid in order, but for those that are tried again.
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
 * Reads a list by limit and offset, several pages at a time. Ends when the list does, whatever its count says: a short
 * page is a server's own limit or the end, a full last page is followed by a look behind it.
 * @throws what a page failed with, after all pages before it were handed on; the signal's reason
 */
export async function fetchAllPages<Item>(options: FetchAllPagesOptions<Item>): Promise<void> {
  const { fetchPage, throttle, signal, mark, onPage } = options;
  const fitLimit = createLimitFitter(options.pageBoundaries ?? []);
  const received: (FetchedPage<Item> & { readonly rows: number })[] = [];
  const retries: Task[] = [];
  let next = options.from;
  let deliveredUntil = options.from;
  let count = options.count;
  /** Nothing stands from here on: a page came back empty. */
  let servedEnd = options.to ?? Number.POSITIVE_INFINITY;
  /** Something may stand up to here, although the count says no. */
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
      // Behind its count a server may serve the same page for ever, when it does not know offsets.
      if (!onPage(ready) && ready.offset >= ready.page.count) servedEnd = Math.min(servedEnd, ready.offset);
    }
  }

  function addPage(task: Task, page: ListPage<Item>, sentAt: number): void {
    const rows = page.results.length + page.broken.length;
    count = page.count;
    if (rows === 0) servedEnd = Math.min(servedEnd, task.offset);
    // A full page, or one that goes behind the count, may not be the last.
    else if (rows >= task.limit || throttle.isLimit(rows) || task.offset + rows > count) {
      probedEnd = Math.max(probedEnd, task.offset + rows + 1);
    }
    if (rows > 0 && rows < task.limit && task.offset + rows < end()) {
      throttle.noteLimit(rows);
      retries.push({ offset: task.offset + rows, limit: task.limit - rows });
      retries.sort((a, b) => a.offset - b.offset);
    }
    // A server without page sizes serves more than was asked for.
    next = Math.max(next, task.offset + rows);
    received.push({ offset: task.offset, page, mark: sentAt, rows });
    deliverPages();
  }

  /** Whether a failed page is worth another try: it may have been too large, or the server busy. */
  function canRetry(error: unknown): boolean {
    failures += 1;
    throttle.noteFailure();
    return isOverloadError(error) && failures < MAX_CONSECUTIVE_FAILURES;
  }

  async function runTask(task: Task, abort: AbortSignal): Promise<void> {
    await throttle.waitTurn(abort);
    const sentAt = mark();
    const started = performance.now();
    // Pages may have had to become smaller meanwhile: the rest is left for later.
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

  // One page that fails for good ends the others too: what they bring would stand behind a hole.
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
