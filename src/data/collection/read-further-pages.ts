import { HttpError, TimeoutError } from "@/api/errors";
import type { ListPage } from "@/api/parsers";
import { countRows, dropRows, type PageThrottle, recordAt } from "./page-reader";
import type { Changes, RecordId, RecordStore } from "./record-store";

export interface PageReaderOptions<Item> {
  readonly getId: (record: Item) => RecordId;
  readonly fetchPage: FetchPage<Item>;
  readonly store: RecordStore<Item>;
  readonly throttle: PageThrottle;
  /** Returns the last reported count, or null before the first response. */
  readonly count: () => number | null;
  readonly noteCount: (count: number) => void;
  readonly onRecords: () => void;
}

export interface ReadProgress<Item> {
  /** Offset before which all rows were read. */
  nextOffset: number;
  /** Whether the list changed during the last read. Records may then be missing. */
  hasMoved: boolean;
  readonly pageBoundaries: number[];
  firstPage: ListPage<Item> | null;
  /** The page that ends at `nextOffset`. */
  lastPage: ListPage<Item> | null;
}

/** Maximum number of reads when the list keeps changing. */
const MAX_READS = 2;

interface Reading<Item> extends PageReaderOptions<Item> {
  readonly progress: ReadProgress<Item>;
  readonly signal: AbortSignal;
}

interface RereadOptions {
  readonly isTrackingChanges: boolean;
  /** Whether changes add to those of the previous read. */
  readonly isRepeated: boolean;
  readonly isWhole: boolean;
}

/**
 * Stores a page's reported count. Marks the list as changed if the count differs from that of an
 * earlier page of the same read.
 * @param isFirst whether the page is the first of its read
 */
function noteCount<Item>({ count, progress, ...options }: Reading<Item>, served: number, isFirst: boolean) {
  const before = count();
  if (!isFirst && before !== null && before !== served) progress.hasMoved = true;
  options.noteCount(served);
}

const loadedCount = <Item>({ store }: Reading<Item>) => store.records().length + store.broken().length;

/** Whether duplicates took the place of other records. */
const hasGaps = <Item>(reading: Reading<Item>) =>
  reading.store.repeatedCount() > 0 && loadedCount(reading) !== reading.count();

async function reread<Item>(reading: Reading<Item>, options: RereadOptions): Promise<void> {
  const { fetchPage, getId, throttle, signal, store, progress, count } = reading;
  progress.hasMoved = false;
  store.beginReread(options);
  await fetchAllPages({
    fetchPage,
    getId,
    throttle,
    signal,
    from: 0,
    ...(options.isWhole ? {} : { to: Math.max(progress.nextOffset, 1) }),
    count: count() ?? 0,
    pageBoundaries: options.isTrackingChanges ? [] : progress.pageBoundaries.toSorted((a, b) => a - b),
    mark: store.tick,
    onMoved: () => {
      progress.hasMoved = true;
    },
    onPage: ({ offset, page, mark }) => {
      noteCount(reading, page.count, offset === 0);
      return store.addPage({ offset, page, mark });
    },
  });
}

export async function readRemaining<Item>(reading: Reading<Item>): Promise<void> {
  const { progress, store, count } = reading;
  const { firstPage, lastPage } = progress;
  await fetchAllPages({
    ...reading,
    from: progress.nextOffset,
    ...(firstPage !== null && lastPage !== null && { edges: { firstPage, lastPage } }),
    count: count() ?? 0,
    mark: store.tick,
    onMoved: () => {
      progress.hasMoved = true;
    },
    onPage: ({ offset, page, mark }) => {
      noteCount(reading, page.count, false);
      const rows = countRows(page);
      progress.nextOffset = Math.max(progress.nextOffset, offset + rows);
      if (rows > 0) progress.lastPage = page;
      progress.pageBoundaries.push(offset);
      const isNew = store.addPage({ offset, page, mark });
      reading.onRecords();
      return isNew;
    },
  });
  for (let reads = 1; reads < MAX_READS && (progress.hasMoved || hasGaps(reading)); reads += 1) {
    await reread(reading, { isTrackingChanges: false, isRepeated: false, isWhole: true });
    const isSteady = store.repeatedCount() === 0 && !progress.hasMoved;
    store.finishReread({ keepsMissing: !isSteady && loadedCount(reading) <= (count() ?? 0) });
  }
}

export async function compare<Item>(reading: Reading<Item>, isWhole: boolean): Promise<Changes> {
  const { progress, store, count } = reading;
  for (let reads = 0; reads < MAX_READS && (reads === 0 || progress.hasMoved); reads += 1)
    await reread(reading, { isTrackingChanges: true, isRepeated: reads > 0, isWhole });
  const isSteady = store.repeatedCount() === 0 && !progress.hasMoved;
  return store.finishReread({ keepsMissing: !isSteady && loadedCount(reading) <= (count() ?? 0) });
}

export type FetchPage<Item> = (
  page: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
) => Promise<ListPage<Item>>;

/** A fetched page. Requests run in parallel, but `onPage` receives pages in the order of their offsets. */
interface FetchedPage<Item> {
  readonly offset: number;
  readonly page: ListPage<Item>;
  /** Value of `mark()` when the request was sent. The page may lack later writes. */
  readonly mark: number;
}

interface FetchAllPagesOptions<Item> {
  readonly fetchPage: FetchPage<Item>;
  readonly getId: (record: Item) => RecordId;
  readonly throttle: PageThrottle;
  readonly from: number;
  /** The first page, and the page that ends at `from`. Undefined when `from` is 0. */
  readonly edges?: { readonly firstPage: ListPage<Item>; readonly lastPage: ListPage<Item> };
  /** Exclusive end offset. Defaults to the end of the list. */
  readonly to?: number;
  readonly count: number;
  /**
   * Ascending start offsets of an earlier read's pages. That read may have missed records at these boundaries, so new
   * pages don't end near them.
   */
  readonly pageBoundaries?: readonly number[];
  readonly signal: AbortSignal;
  readonly mark: () => number;
  /** Called when the list changed between two pages. Records may then be missing. */
  readonly onMoved: () => void;
  readonly onPage: (page: FetchedPage<Item>) => boolean;
}

/** Rows to request. The request usually also includes the last row of the previous page. */
interface Task {
  readonly offset: number;
  readonly limit: number;
}

const MAX_CONSECUTIVE_FAILURES = 3;
function isOverloadError(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof HttpError && error.status >= 500);
}

/**
 * Page sizes to try, as fractions of the current one. The throttle halves page sizes, so sixths
 * avoid the old boundaries.
 */
const PAGE_FRACTIONS = [1, 5 / 6, 2 / 3, 1 / 2, 1 / 3];
/**
 * Sufficient distance to an old boundary, as a fraction of the page size. One of `PAGE_FRACTIONS`
 * reaches it unless the old pages were smaller.
 */
const MIN_BOUNDARY_DISTANCE = 1 / 3;

/** Creates a function that reduces the page size when a page would end near a boundary. */
function createLimitFitter(pageBoundaries: readonly number[]): (offset: number, limit: number) => number {
  // Offsets mostly increase, so each search starts at the boundary that the last one found.
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
 * Reads the pages of a list in parallel. Pages overlap by a row, to detect changes to the list
 * between requests. Reads past the reported count until the list ends. Then reads both ends of the
 * list again. Rejects with the signal's reason or a page's error, and drops pages in flight.
 */
async function fetchAllPages<Item>(options: FetchAllPagesOptions<Item>): Promise<void> {
  const { fetchPage, getId, throttle, signal, mark, onPage, onMoved } = options;
  const fitLimit = createLimitFitter(options.pageBoundaries ?? []);
  const received: (FetchedPage<Item> & { readonly rows: number })[] = [];
  const retries: Task[] = [];
  let next = options.from;
  let deliveredUntil = options.from;
  let count = options.count;
  /** Exclusive end of the read. Infinite until the end of the list is known, unless `to` is set. */
  let servedEnd = options.to ?? Number.POSITIVE_INFINITY;
  let probedEnd = options.from + 1;
  let failures = 0;
  let pageCount = options.from > 0 ? 1 : 0;
  let firstRow = rowAt(options.edges?.firstPage, 0);
  let lastRow = lastRowOf(options.edges?.lastPage);

  /** Returns the ID of a row, null for an unreadable row, or undefined without a row. */
  function rowAt(page: ListPage<Item> | undefined, index: number): RecordId | null | undefined {
    const record = page && recordAt(page, index);
    return record && getId(record);
  }

  function lastRowOf(page: ListPage<Item> | undefined) {
    return page && rowAt(page, countRows(page) - 1);
  }

  const end = () => Math.min(servedEnd, Math.max(count, probedEnd));
  /**
   * Returns the number of rows that a page shares with the previous one. A page of a single row
   * can't overlap. Pages past the reported count don't, because the list is inconsistent anyway.
   */
  const overlapAt = (offset: number, limit: number) => (offset > 0 && offset <= count && limit > 1 ? 1 : 0);

  function takeTask(): Task | null {
    const task = retries.shift();
    if (task !== undefined)
      return task.offset < end() && task.offset + task.limit > deliveredUntil ? task : takeTask();
    if (next >= end()) return null;
    const pageSize = throttle.pageSize();
    const overlap = overlapAt(next, pageSize);
    const limit = fitLimit(next, Math.min(pageSize - overlap, servedEnd - next));
    const fresh = { offset: next, limit };
    next += limit;
    return fresh;
  }

  const findNextReady = () => received.findIndex(({ offset }) => offset <= deliveredUntil);

  /** Drops rows that were already delivered. Keeps them if the list changed between requests. */
  function withoutOverlap(ready: FetchedPage<Item>): FetchedPage<Item> {
    const overlap = deliveredUntil - ready.offset;
    if (overlap === 0) return ready;
    if (rowAt(ready.page, overlap - 1) === lastRow)
      return { ...ready, offset: deliveredUntil, page: dropRows(ready.page, overlap) };
    onMoved();
    return ready;
  }

  function deliverPages(): void {
    for (let index = findNextReady(); index >= 0; index = findNextReady()) {
      const [ready] = received.splice(index, 1);
      if (ready === undefined) return;
      const fresh = withoutOverlap(ready);
      if (ready.offset === 0) firstRow = rowAt(ready.page, 0);
      if (ready.rows > 0) lastRow = lastRowOf(ready.page);
      deliveredUntil = Math.max(deliveredUntil, ready.offset + ready.rows);
      if (onPage(fresh)) pageCount += 1;
      // A server that ignores offsets returns the same page forever.
      else if (fresh.offset >= fresh.page.count) servedEnd = Math.min(servedEnd, fresh.offset);
    }
  }

  function addPage(
    task: Task,
    { page, overlap, sentAt }: { page: ListPage<Item>; overlap: number; sentAt: number },
  ): void {
    const rows = countRows(page);
    const offset = task.offset - overlap;
    const rowsEnd = offset + rows;
    count = page.count;
    // If the page contains only the previous page's last row, the list has ended. A server that
    // limits pages to one row may have more.
    const isEnd = rows <= overlap && !(rowsEnd < count && throttle.isLimit(rows));
    if (isEnd) servedEnd = Math.min(servedEnd, rowsEnd);
    // More pages may follow a full page, or a page beyond the reported count.
    else if (rowsEnd >= task.offset + task.limit || throttle.isLimit(rows) || rowsEnd > count) {
      probedEnd = Math.max(probedEnd, rowsEnd + 1);
    }
    if (!isEnd && rowsEnd < Math.min(task.offset + task.limit, end())) {
      throttle.noteLimit(rows);
      retries.push({ offset: rowsEnd, limit: task.offset + task.limit - rowsEnd });
      retries.sort((a, b) => a.offset - b.offset);
    }
    // A server without paging returns more rows than requested.
    next = Math.max(next, rowsEnd);
    received.push({ offset, page, mark: sentAt, rows });
    deliverPages();
  }

  /**
   * Counts the failure and returns whether to retry the page. The page may have been too large, or
   * the server busy.
   */
  function canRetry(error: unknown): boolean {
    failures += 1;
    throttle.noteFailure();
    return isOverloadError(error) && failures < MAX_CONSECUTIVE_FAILURES;
  }

  async function runTask(task: Task, abort: AbortSignal): Promise<void> {
    const sentAt = mark();
    const started = performance.now();
    // The page size may have decreased since the task was created.
    const pageSize = throttle.pageSize();
    const overlap = overlapAt(task.offset, pageSize);
    const maxLimit = pageSize - overlap;
    const limit = task.limit > maxLimit ? fitLimit(task.offset, maxLimit) : task.limit;
    if (limit < task.limit) retries.unshift({ offset: task.offset + limit, limit: task.limit - limit });
    const request = { offset: task.offset - overlap, limit: limit + overlap };
    try {
      const page = await fetchPage(request, abort);
      failures = 0;
      const tookMs = performance.now() - started;
      throttle.addServedRows({ requested: request.limit, served: countRows(page), tookMs });
      addPage({ offset: task.offset, limit }, { page, overlap, sentAt });
    } catch (error) {
      retries.unshift({ offset: task.offset, limit });
      if (abort.aborted || !canRetry(error)) throw error;
    }
  }

  async function checkEnds(): Promise<void> {
    const [head, tail] = await Promise.all(
      [0, deliveredUntil - 1].map((offset) =>
        throttle.inTurn(() => fetchPage({ limit: 1, offset }, signal), signal),
      ),
    );
    const isSame = rowAt(head, 0) === firstRow && rowAt(tail, 0) === lastRow;
    if (!isSame || head?.count !== count || tail?.count !== count) onMoved();
  }

  // A permanent failure aborts all pages in flight, because later records would follow a gap.
  const failed = new AbortController();
  const abort = AbortSignal.any([signal, failed.signal]);
  const running = new Set<Promise<void>>();
  const startTasks = () => {
    while (running.size < throttle.parallel()) {
      const task = takeTask();
      if (task === null) return;
      const promise = throttle
        .inTurn(() => runTask(task, abort), abort)
        .finally(() => running.delete(promise));
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
  if (pageCount > 1) await checkEnds();
}
