import type { FetchAllPagesOptions, FetchPage } from "./fetch-all-pages";
import { FIRST_PAGE_SIZE, type PageThrottle } from "./page-throttle";
import type { Changes, RecordStore } from "./record-store";

/** Additional reads of a list with an unstable order or concurrent changes. Remaining gaps are reported. */
const MAX_RECONCILE_ATTEMPTS = 1;

export interface PageReaderOptions<Item> {
  readonly fetchPage: FetchPage<Item>;
  readonly store: RecordStore<Item>;
  readonly throttle: PageThrottle;
  /** Last reported count. Null before the first response. */
  readonly count: () => number | null;
  readonly noteCount: (count: number) => void;
  /** Called after a page was added. */
  readonly onRecords: () => void;
}

/** Reads pages into a record store. All reads reject with a page's error or the signal's reason. */
export interface PageReader {
  /** Offset up to which everything was read. */
  readonly nextOffset: () => number;
  /** Stored records, including invalid ones. */
  readonly loadedCount: () => number;
  readonly readFirstPage: (signal: AbortSignal) => Promise<void>;
  /** Reads everything after `nextOffset`. */
  readonly readRemaining: (signal: AbortSignal) => Promise<void>;
  /** Re-reads a list with duplicates or a changed count, as records may have been missed. */
  readonly reconcile: (signal: AbortSignal) => Promise<void>;
  /** Re-reads loaded pages or the whole list, and returns the changes. */
  readonly compare: (signal: AbortSignal, options: { readonly isWhole: boolean }) => Promise<Changes>;
  /** Adjusts offsets after a local insert or delete during a read. */
  readonly shiftOffset: (step: 1 | -1, isReading: boolean) => void;
}

/** Loaded with the second page, as most lists have only one. */
async function loadAndFetchAllPages<Item>(options: FetchAllPagesOptions<Item>): Promise<void> {
  const module = await import("./fetch-all-pages");
  options.signal.throwIfAborted();
  return module.fetchAllPages(options);
}

export function createPageReader<Item extends object>(options: PageReaderOptions<Item>): PageReader {
  const { fetchPage, store, throttle, count } = options;
  let nextOffset = 0;
  let isCountMoving = false;
  /** Start offsets of the pages of the first read. */
  const pageBoundaries: number[] = [];

  function noteCount(served: number): void {
    const before = count();
    if (before !== null && before !== served) isCountMoving = true;
    options.noteCount(served);
  }

  const loadedCount = () => store.records().length + store.broken().length;

  async function reread(
    signal: AbortSignal,
    {
      isTrackingChanges,
      isWhole,
      pageBoundaries: avoidedBoundaries = [],
    }: {
      readonly isTrackingChanges: boolean;
      readonly isWhole: boolean;
      readonly pageBoundaries?: readonly number[];
    },
  ): Promise<void> {
    store.beginReread({ isTrackingChanges });
    await loadAndFetchAllPages({
      fetchPage,
      throttle,
      signal,
      from: 0,
      ...(isWhole ? {} : { to: Math.max(nextOffset, 1) }),
      count: Math.max(1, count() ?? 0),
      pageBoundaries: avoidedBoundaries,
      mark: store.tick,
      onPage: ({ offset, page, mark }) => {
        noteCount(page.count);
        return store.addPage({ offset, page, mark });
      },
    });
  }

  return {
    nextOffset: () => nextOffset,
    loadedCount,
    async readFirstPage(signal) {
      const sentAt = store.tick();
      const started = performance.now();
      const page = await fetchPage({ limit: FIRST_PAGE_SIZE, offset: 0 }, signal);
      const served = page.results.length + page.broken.length;
      if (served < FIRST_PAGE_SIZE && served > 0 && served < page.count) throttle.noteLimit(served);
      else throttle.noteServed({ requested: FIRST_PAGE_SIZE, served, tookMs: performance.now() - started });
      noteCount(page.count);
      store.addPage({ offset: 0, page, mark: sentAt });
      nextOffset = served;
    },
    async readRemaining(signal) {
      await loadAndFetchAllPages({
        fetchPage,
        throttle,
        signal,
        from: nextOffset,
        // One more than known: after a full page or with a low count the list may continue.
        count: Math.max(count() ?? 0, nextOffset + 1),
        mark: store.tick,
        onPage: ({ offset, page, mark }) => {
          noteCount(page.count);
          nextOffset = Math.max(nextOffset, offset + page.results.length + page.broken.length);
          pageBoundaries.push(offset);
          const isNew = store.addPage({ offset, page, mark });
          options.onRecords();
          return isNew;
        },
      });
    },
    async reconcile(signal) {
      for (let attempt = 0; attempt < MAX_RECONCILE_ATTEMPTS; attempt += 1) {
        if (!isCountMoving && (store.repeatedCount() === 0 || loadedCount() === count())) break;
        isCountMoving = false;
        await reread(signal, {
          isTrackingChanges: false,
          isWhole: true,
          pageBoundaries: pageBoundaries.toSorted((a, b) => a - b),
        });
        const isSteady = store.repeatedCount() === 0 && !isCountMoving;
        store.finishReread({ keepsMissing: !isSteady && loadedCount() <= (count() ?? 0) });
      }
      isCountMoving = false;
    },
    async compare(signal, { isWhole }) {
      await reread(signal, { isTrackingChanges: true, isWhole });
      const found = store.finishReread({
        keepsMissing: store.repeatedCount() > 0 && loadedCount() <= (count() ?? 0),
      });
      isCountMoving = false;
      return found;
    },
    shiftOffset(step, isReading) {
      nextOffset = Math.max(0, nextOffset + step);
      isCountMoving = isCountMoving || isReading;
    },
  };
}
