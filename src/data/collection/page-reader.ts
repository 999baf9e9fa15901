import type { FetchPage, SweepOptions } from "./fetch-all-pages";
import { FIRST_PAGE, type Pace } from "./page-throttle";
import type { Book, Changes } from "./record-store";

/** Further readings of a list whose order is not steady, or that changed meanwhile; what is missing then is told. */
const MOST_AGAIN = 1;

/** What a reader works with. */
export interface ReaderOptions<Item> {
  readonly fetchPage: FetchPage<Item>;
  readonly book: Book<Item>;
  readonly pace: Pace;
  /** The server's last count; null before the first answer. */
  readonly count: () => number | null;
  readonly noteCount: (count: number) => void;
  /** Another page stands in the book. */
  readonly onNews: () => void;
}

/** Reads the pages of a list into a book. Each reading rejects with what a page failed with, or the signal's reason. */
export interface Reader {
  /** Everything before this offset was read. */
  readonly frontier: () => number;
  /** Records in the book, those that could not be read as well. */
  readonly held: () => number;
  readonly readFirst: (signal: AbortSignal) => Promise<void>;
  /** Reads what lies behind the frontier. */
  readonly readRest: (signal: AbortSignal) => Promise<void>;
  /** Reads once more where records came twice or the count moved: then some may have been missed. */
  readonly reconcile: (signal: AbortSignal) => Promise<void>;
  /** Reads once more what was read, or the whole list, and says what is different. */
  readonly compare: (signal: AbortSignal, options: { readonly isWhole: boolean }) => Promise<Changes>;
  /** A record was put in or taken out by ourselves: with a reading under way the offsets behind it have moved. */
  readonly shift: (step: 1 | -1, isReading: boolean) => void;
}

/** Its code is fetched with the second page: most lists have one. */
async function sweep<Item>(options: SweepOptions<Item>): Promise<void> {
  const module = await import("./fetch-all-pages");
  options.signal.throwIfAborted();
  return module.sweep(options);
}

/** A reader that has read nothing yet. */
export function createReader<Item extends object>(options: ReaderOptions<Item>): Reader {
  const { fetchPage, book, pace, count } = options;
  let frontier = 0;
  let isCountMoving = false;
  /** Where the pages of the first reading began. */
  const seams: number[] = [];

  function noteCount(served: number): void {
    const before = count();
    if (before !== null && before !== served) isCountMoving = true;
    options.noteCount(served);
  }

  const held = () => book.records().length + book.broken().length;

  async function readAgain(
    signal: AbortSignal,
    {
      marking,
      isWhole,
      seams: avoided = [],
    }: { readonly marking: boolean; readonly isWhole: boolean; readonly seams?: readonly number[] },
  ): Promise<void> {
    book.beginAgain({ marking });
    await sweep({
      fetchPage,
      pace,
      signal,
      from: 0,
      ...(isWhole ? {} : { to: Math.max(frontier, 1) }),
      count: Math.max(1, count() ?? 0),
      seams: avoided,
      mark: book.moment,
      onPage: ({ offset, page, mark }) => {
        noteCount(page.count);
        return book.read({ offset, page, mark });
      },
    });
  }

  return {
    frontier: () => frontier,
    held,
    async readFirst(signal) {
      const sentAt = book.moment();
      const started = performance.now();
      const page = await fetchPage({ limit: FIRST_PAGE, offset: 0 }, signal);
      const served = page.results.length + page.broken.length;
      if (served < FIRST_PAGE && served > 0 && served < page.count) pace.noteLimit(served);
      else pace.noteServed({ asked: FIRST_PAGE, served, took: performance.now() - started });
      noteCount(page.count);
      book.read({ offset: 0, page, mark: sentAt });
      frontier = served;
    },
    async readRest(signal) {
      await sweep({
        fetchPage,
        pace,
        signal,
        from: frontier,
        // One more than there are: behind a full page, or a count that is too low, the list may go on.
        count: Math.max(count() ?? 0, frontier + 1),
        mark: book.moment,
        onPage: ({ offset, page, mark }) => {
          noteCount(page.count);
          frontier = Math.max(frontier, offset + page.results.length + page.broken.length);
          seams.push(offset);
          const isNew = book.read({ offset, page, mark });
          options.onNews();
          return isNew;
        },
      });
    },
    async reconcile(signal) {
      for (let again = 0; again < MOST_AGAIN; again += 1) {
        if (!isCountMoving && (book.repeated() === 0 || held() === count())) break;
        isCountMoving = false;
        await readAgain(signal, { marking: false, isWhole: true, seams: seams.toSorted((a, b) => a - b) });
        const isSteady = book.repeated() === 0 && !isCountMoving;
        book.settle({ keepUnseen: !isSteady && held() <= (count() ?? 0) });
      }
      isCountMoving = false;
    },
    async compare(signal, { isWhole }) {
      await readAgain(signal, { marking: true, isWhole });
      const found = book.settle({ keepUnseen: book.repeated() > 0 && held() <= (count() ?? 0) });
      isCountMoving = false;
      return found;
    },
    shift(step, isReading) {
      frontier = Math.max(0, frontier + step);
      isCountMoving = isCountMoving || isReading;
    },
  };
}
