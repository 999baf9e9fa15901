import type { ListPage } from "@/api/parsers";
import type { RequestBudget } from "@/api/request-budget";
import type { PageReaderOptions, ReadProgress } from "./read-further-pages";
import type { Changes } from "./record-store";

/** Reads pages into a record store. Reads reject with a page's error or the signal's reason. */
export interface PageReader {
  readonly nextOffset: () => number;
  readonly hasMoved: () => boolean;
  /** Returns the number of stored records, including invalid ones. */
  readonly loadedCount: () => number;
  readonly readFirstPage: (signal: AbortSignal) => Promise<void>;
  /** Reads the list from `nextOffset`. Reads the whole list again if it has changed during the read. */
  readonly readRemaining: (signal: AbortSignal) => Promise<void>;
  /** Reads the loaded pages or the whole list again and returns the changes. */
  readonly compare: (signal: AbortSignal, options: { readonly isWhole: boolean }) => Promise<Changes>;
  /**
   * Adjusts `nextOffset` after a record is inserted or removed locally. During a read, also marks
   * the list as changed.
   */
  readonly shiftOffset: (step: 1 | -1, isReading: boolean) => void;
}

export function createPageReader<Item extends object>(options: PageReaderOptions<Item>): PageReader {
  const { fetchPage, store, throttle } = options;
  const progress: ReadProgress<Item> = {
    nextOffset: 0,
    hasMoved: false,
    pageBoundaries: [],
    firstPage: null,
    lastPage: null,
  };

  return {
    nextOffset: () => progress.nextOffset,
    hasMoved: () => progress.hasMoved,
    loadedCount: () => store.records().length + store.broken().length,
    async readFirstPage(signal) {
      const sentAt = store.tick();
      const started = performance.now();
      const page = await fetchPage({ limit: FIRST_PAGE_SIZE, offset: 0 }, signal);
      const served = countRows(page);
      if (served < FIRST_PAGE_SIZE && served > 0 && served < page.count) throttle.noteLimit(served);
      else
        throttle.addServedRows({ requested: FIRST_PAGE_SIZE, served, tookMs: performance.now() - started });
      options.noteCount(page.count);
      store.addPage({ offset: 0, page, mark: sentAt });
      progress.firstPage = page;
      progress.lastPage = page;
      progress.nextOffset = served;
    },
    // Loads the code for further pages with the second page, because most lists have only one page.
    async readRemaining(signal) {
      const { readRemaining } = await import("./read-further-pages");
      signal.throwIfAborted();
      await readRemaining({ ...options, progress, signal });
    },
    async compare(signal, { isWhole }) {
      const { compare } = await import("./read-further-pages");
      signal.throwIfAborted();
      return compare({ ...options, progress, signal }, isWhole);
    },
    shiftOffset(step, isReading) {
      progress.nextOffset = Math.max(0, progress.nextOffset + step);
      progress.hasMoved ||= isReading;
    },
  };
}

/**
 * Adapts a collection's page size and concurrency. The server documents no maximum page size (upstream-facts), so the
 * limits are our choice.
 */
export interface PageThrottle {
  readonly pageSize: () => number;
  readonly parallel: () => number;
  /** Runs `work` when the next request may be sent. Rejects like `work`, or with the signal's reason. */
  readonly inTurn: <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;
  /**
   * Records a received page.
   * @param page `tookMs` is the response time in ms
   */
  readonly addServedRows: (page: {
    readonly requested: number;
    readonly served: number;
    readonly tookMs: number;
  }) => void;
  /** Records a page that was shorter than expected, possibly because of a server limit. */
  readonly noteLimit: (served: number) => void;
  /** Whether the server may have limited the page to this length. */
  readonly isLimit: (served: number) => boolean;
  readonly noteFailure: () => void;
}

/** Small, so that the first page loads fast. */
export const FIRST_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;
const MIN_PAGE_SIZE = 25;
/** A page that takes longer is too large. */
const SLOW_PAGE_MS = 4_000;
// Browsers open six connections per host. Two remain for user actions.
const MAX_PARALLEL = 4;
/** Number of successful pages before concurrency increases. */
const PAGES_PER_PARALLEL_STEP = 12;
/** Number of successful pages before the maximum page size doubles. */
const PAGES_PER_SIZE_STEP = 4;
/** Creates a throttle. Pages start small and grow while the server responds well. */
export function createPageThrottle(budget: RequestBudget): PageThrottle {
  let size = FIRST_PAGE_SIZE;
  /** The server's maximum page size. Known after two pages with the same short length. */
  let limit = Number.POSITIVE_INFINITY;
  let suspectedLimit: number | null = null;
  /** Current maximum page size. Failures decrease it, and successes increase it. */
  let maxSize = MAX_PAGE_SIZE;
  let parallel = MAX_PARALLEL - 1;
  let successes = 0;

  return {
    pageSize: () => size,
    parallel: () => parallel,
    async inTurn(work, signal) {
      // All pages that are read in parallel are planned before the first one is sent.
      await Promise.resolve();
      signal.throwIfAborted();
      if (budget.pausedUntil() !== null) {
        parallel = 1;
        successes = 0;
      }
      return budget.inTurn(work, signal);
    },
    addServedRows({ requested, served, tookMs }) {
      if (tookMs > SLOW_PAGE_MS) return this.noteFailure();
      successes += 1;
      if (successes % PAGES_PER_PARALLEL_STEP === 0) parallel = Math.min(MAX_PARALLEL, parallel + 1);
      if (successes % PAGES_PER_SIZE_STEP === 0) maxSize = Math.min(MAX_PAGE_SIZE, maxSize * 2);
      if (served === requested) size = Math.max(size, Math.min(maxSize, limit));
    },
    noteLimit(served) {
      // A single short page may be the end of the list. Two pages of the same length indicate a limit.
      if (served === suspectedLimit) limit = Math.max(1, served);
      suspectedLimit = served;
      size = Math.max(1, served);
    },
    isLimit: (served) => served === suspectedLimit,
    noteFailure() {
      successes = 0;
      parallel = Math.max(1, parallel - 1);
      maxSize = Math.max(MIN_PAGE_SIZE, Math.floor(Math.min(size, maxSize) / 2));
      size = Math.min(size, maxSize);
    },
  };
}

/** Returns the number of rows, including unreadable ones. */
export const countRows = ({ results, broken }: ListPage<unknown>) => results.length + broken.length;

export function dropRows<Item>(page: ListPage<Item>, dropped: number): ListPage<Item> {
  const invalidCount = page.broken.filter(({ index }) => index < dropped).length;
  return {
    ...page,
    results: page.results.slice(dropped - invalidCount),
    broken: page.broken.slice(invalidCount).map((record) => ({ ...record, index: record.index - dropped })),
  };
}

/** Returns the record of a row, null for an unreadable row, or undefined without a row. */
export function recordAt<Item>(page: ListPage<Item>, index: number): Item | null | undefined {
  if (page.broken.some((record) => record.index === index)) return null;
  return page.results[index - page.broken.filter((record) => record.index < index).length];
}
