import { HttpError, isThrottled, TimeoutError } from "@/api/errors";
import type { ListPage } from "@/api/parsers";
import { countLoaded, countRows, dropRows, MIN_PAGE_SIZE, type Reading, rowId } from "./page-reader";
import type { Changes } from "./record-store";

/** Maximum number of reads when the list keeps changing. */
const MAX_READS = 2;
const MAX_CONSECUTIVE_FAILURES = 3;
/**
 * Page size of a read after one with repeated rows, as a fraction of that one's. Servers with an unstable order leave
 * out as many rows at the ends of pages, and these are in the middle of other pages.
 */
const REREAD_FRACTION = 2 / 3;

interface PageRequest<Item> {
  readonly offset: number;
  readonly limit: number;
  /** Number of rows that the page shares with the one before. */
  readonly overlap: number;
  /** `mark` is the store's tick when the request was sent. The page may lack later writes. */
  readonly response: Promise<{ readonly page: ListPage<Item>; readonly mark: number }>;
}

function isOverloadError(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof HttpError && error.status >= 500);
}

interface ReadOptions {
  readonly from: number;
  /** Exclusive end. Defaults to the end of the list. */
  readonly to?: number;
  readonly sizeFraction?: number;
}

/**
 * Reads the pages of a list in parallel, and stores them in order. Pages overlap by a row, to detect changes to the list
 * between requests. Reads past the reported count until the list ends. Then reads both ends of the list again. Rejects
 * with the signal's reason or a page's error, and drops pages in flight.
 */
async function readPages<Item extends object>(reading: Reading<Item>, options: ReadOptions): Promise<void> {
  const { fetchPage, getId, pace, signal, store, progress } = reading;
  const { from, to = Number.POSITIVE_INFINITY, sizeFraction = 1 } = options;
  let requests: PageRequest<Item>[] = [];
  let inFlight = new AbortController();
  let next = from;
  let deliveredUntil = from;
  let lastRow = from > 0 ? progress.lastRow : undefined;
  /** Exclusive end of the list, once it is known. */
  let servedEnd = to;
  let probedEnd = from + 1;
  let failures = 0;
  let pageCount = from > 0 ? 1 : 0;

  const count = () => reading.count() ?? 0;
  const end = () => Math.min(servedEnd, Math.max(count(), probedEnd));

  function fetchInTurn(page: { readonly limit: number; readonly offset: number }, abort: AbortSignal) {
    return pace.inTurn(async () => {
      const mark = store.tick();
      return { page: await fetchPage(page, abort), mark };
    }, abort);
  }

  function sendNext(): PageRequest<Item> {
    // A list that grows faster than it is read with small pages would be read forever.
    const size = Math.max(Math.ceil(pace.size() * sizeFraction), Math.min(pace.size(), MIN_PAGE_SIZE));
    // A page of a single row can't overlap. Pages past the reported count don't, because the list is inconsistent anyway.
    const overlap = next > 0 && next <= count() && size > 1 ? 1 : 0;
    const offset = next - overlap;
    const limit = Math.min(size, to - offset);
    next = offset + limit;
    const response = fetchInTurn({ offset, limit }, AbortSignal.any([signal, inFlight.signal]));
    // Each response is awaited in its turn.
    response.catch(() => undefined);
    return { offset, limit, overlap, response };
  }

  function restartAt(offset: number): void {
    inFlight.abort();
    inFlight = new AbortController();
    requests = [];
    next = offset;
  }

  /** Stores a page without the rows that were already delivered. Keeps them if the list changed between requests. */
  function deliver(request: PageRequest<Item>, page: ListPage<Item>, mark: number): void {
    const rows = countRows(page);
    const isSeamless = request.overlap === 0 || rowId(page, 0, getId) === lastRow;
    const offset = isSeamless ? request.offset + request.overlap : request.offset;
    const isFirst = request.offset === 0;
    if (!isSeamless || (!isFirst && page.count !== count())) progress.hasMoved = true;
    reading.noteCount(page.count);
    if (isFirst) progress.firstRow = rowId(page, 0, getId);
    if (rows > 0) lastRow = rowId(page, rows - 1, getId);
    deliveredUntil = Math.max(deliveredUntil, request.offset + rows);
    if (deliveredUntil >= progress.nextOffset) {
      progress.nextOffset = deliveredUntil;
      progress.lastRow = lastRow;
    }
    const fresh = isSeamless ? dropRows(page, request.overlap) : page;
    if (store.addPage({ offset, page: fresh, mark })) pageCount += 1;
    // A server that ignores offsets returns the same page forever.
    else if (offset >= page.count) servedEnd = Math.min(servedEnd, offset);
    reading.onRecords();
  }

  /** Adapts the next requests to the length of a page. */
  function noteLength({ offset, limit, overlap }: PageRequest<Item>, rows: number): void {
    const rowsEnd = offset + rows;
    const isLimited = pace.isLimit(rows);
    // If the page contains only the previous page's last row, the list has ended. A server that limits pages to one row
    // may have more.
    const isEnd = rows <= overlap && !(rowsEnd < count() && isLimited);
    if (isEnd) servedEnd = Math.min(servedEnd, rowsEnd);
    // More pages may follow a full page, or a page beyond the reported count.
    else if (rows >= limit || isLimited || rowsEnd > count()) probedEnd = Math.max(probedEnd, rowsEnd + 1);
    if (!isEnd && rowsEnd < Math.min(offset + limit, end())) {
      pace.noteLimit(rows);
      restartAt(rowsEnd);
    } else if (rows > limit) {
      // A server without paging.
      restartAt(rowsEnd);
    }
  }

  async function checkEnds(): Promise<void> {
    const [head, tail] = await Promise.all(
      [0, deliveredUntil - 1].map((offset) => fetchInTurn({ limit: 1, offset }, signal)),
    );
    const isSame =
      head !== undefined &&
      tail !== undefined &&
      rowId(head.page, 0, getId) === progress.firstRow &&
      rowId(tail.page, 0, getId) === lastRow;
    if (!isSame || head.page.count !== count() || tail.page.count !== count()) progress.hasMoved = true;
  }

  try {
    for (;;) {
      while (requests.length < pace.parallel() && next < end()) requests.push(sendNext());
      const request = requests.shift();
      if (request === undefined) break;
      try {
        const { page, mark } = await request.response;
        failures = 0;
        pace.noteSuccess();
        deliver(request, page, mark);
        signal.throwIfAborted();
        noteLength(request, countRows(page));
      } catch (error) {
        failures += 1;
        pace.noteFailure({ isThrottled: isThrottled(error) });
        const canRetry = isOverloadError(error) && failures < MAX_CONSECUTIVE_FAILURES;
        if (signal.aborted || !canRetry) throw error;
        // The page may have been too large.
        restartAt(request.offset + request.overlap);
      }
    }
  } finally {
    inFlight.abort();
  }
  if (pageCount > 1) await checkEnds();
}

/** Whether duplicates took the place of other records. */
const hasGaps = <Item extends object>(reading: Reading<Item>) =>
  reading.store.repeatedCount() > 0 && countLoaded(reading.store) !== reading.count();

/** Ends a read. Keeps records that were not found again, unless the list stood still. */
function finishReread<Item extends object>(reading: Reading<Item>): Changes {
  const { store, progress, count } = reading;
  const isSteady = store.repeatedCount() === 0 && !progress.hasMoved;
  return store.finishReread({ keepsMissing: !isSteady && countLoaded(store) <= (count() ?? 0) });
}

/** Reads the list from `nextOffset`. Reads the whole list again if it has changed during the read. */
export async function readRemaining<Item extends object>(reading: Reading<Item>): Promise<void> {
  const { progress, store } = reading;
  await readPages(reading, { from: progress.nextOffset });
  for (let reads = 1; reads < MAX_READS && (progress.hasMoved || hasGaps(reading)); reads += 1) {
    const sizeFraction = store.repeatedCount() > 0 ? REREAD_FRACTION : 1;
    progress.hasMoved = false;
    store.beginReread({ isTrackingChanges: false, isRepeated: false });
    await readPages(reading, { from: 0, sizeFraction });
    finishReread(reading);
  }
}

/** Reads the loaded pages or the whole list again, and returns the changes. */
export async function compare<Item extends object>(
  reading: Reading<Item>,
  isWhole: boolean,
): Promise<Changes> {
  const { progress, store } = reading;
  for (let reads = 0; reads < MAX_READS && (reads === 0 || progress.hasMoved); reads += 1) {
    progress.hasMoved = false;
    store.beginReread({ isTrackingChanges: true, isRepeated: reads > 0 });
    await readPages(reading, { from: 0, ...(!isWhole && { to: Math.max(progress.nextOffset, 1) }) });
  }
  return finishReread(reading);
}
