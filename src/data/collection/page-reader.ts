import { countRows, FIRST_PAGE_SIZE } from "./page-throttle";
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
