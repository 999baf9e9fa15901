import type { ListPage } from "@/contract/parsers";
import type { FetchPage } from "./fetch-all-pages";
import { countRows } from "./page-rows";
import { FIRST_PAGE_SIZE, type PageThrottle } from "./page-throttle";
import type { Changes, RecordId, RecordStore } from "./record-store";

export interface PageReaderOptions<Item> {
  readonly getId: (record: Item) => RecordId;
  readonly fetchPage: FetchPage<Item>;
  readonly store: RecordStore<Item>;
  readonly throttle: PageThrottle;
  /** Last reported count. Null before the first response. */
  readonly count: () => number | null;
  readonly noteCount: (count: number) => void;
  /** Called after a page was added. */
  readonly onRecords: () => void;
}

/** What has been read so far. */
export interface ReadProgress<Item> {
  /** Offset up to which everything was read. */
  nextOffset: number;
  /** Whether the list changed during the last read, which may have missed records. */
  hasMoved: boolean;
  /** Start offsets of the pages of the first read. */
  readonly pageBoundaries: number[];
  firstPage: ListPage<Item> | null;
  /** The page that ends at `nextOffset`. */
  lastPage: ListPage<Item> | null;
}

/** Reads pages into a record store. All reads reject with a page's error or the signal's reason. */
export interface PageReader {
  readonly nextOffset: () => number;
  readonly hasMoved: () => boolean;
  /** Stored records, including invalid ones. */
  readonly loadedCount: () => number;
  readonly readFirstPage: (signal: AbortSignal) => Promise<void>;
  /** Reads everything after `nextOffset`, and the whole list again if it changed in the meantime. */
  readonly readRemaining: (signal: AbortSignal) => Promise<void>;
  /** Re-reads loaded pages or the whole list, and returns the changes. */
  readonly compare: (signal: AbortSignal, options: { readonly isWhole: boolean }) => Promise<Changes>;
  /** Adjusts offsets after a local insert or delete during a read. */
  readonly shiftOffset: (step: 1 | -1, isReading: boolean) => void;
}

/** Loaded with the second page, as most lists have only one. */
const loadFurtherPages = async (signal: AbortSignal) => {
  const module = await import("./read-further-pages");
  signal.throwIfAborted();
  return module;
};

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
      else throttle.noteServed({ requested: FIRST_PAGE_SIZE, served, tookMs: performance.now() - started });
      options.noteCount(page.count);
      store.addPage({ offset: 0, page, mark: sentAt });
      progress.firstPage = page;
      progress.lastPage = page;
      progress.nextOffset = served;
    },
    readRemaining: async (signal) =>
      (await loadFurtherPages(signal)).readRemaining({ ...options, progress, signal }),
    compare: async (signal, { isWhole }) =>
      (await loadFurtherPages(signal)).compare({ ...options, progress, signal }, isWhole),
    shiftOffset(step, isReading) {
      progress.nextOffset = Math.max(0, progress.nextOffset + step);
      progress.hasMoved ||= isReading;
    },
  };
}
