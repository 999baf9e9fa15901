import type { ListPage } from "@/api/parsers";
import type { RequestBudget } from "@/api/request-budget";
import type { RecordId, RecordStore } from "./record-store";

export type FetchPage<Item> = (
  page: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
) => Promise<ListPage<Item>>;

/** ID of a row, null for an unreadable row, or undefined without a row. */
type RowId = RecordId | null | undefined;

export interface ReadProgress {
  /** Offset before which all rows were read. */
  nextOffset: number;
  firstRow: RowId;
  /** The row before `nextOffset`. */
  lastRow: RowId;
  /** Whether the list changed during the last read. Records may then be missing. */
  hasMoved: boolean;
}

/** A read that adds pages to a record store. Rejects with a page's error or the signal's reason. */
export interface Reading<Item extends object> {
  readonly getId: (record: Item) => RecordId;
  readonly fetchPage: FetchPage<Item>;
  readonly store: RecordStore<Item>;
  readonly pace: Pace;
  readonly progress: ReadProgress;
  readonly signal: AbortSignal;
  /** Returns the last reported count, or null before the first response. */
  readonly count: () => number | null;
  readonly noteCount: (count: number) => void;
  readonly onRecords: () => void;
}

/** Returns the number of stored records, including invalid ones. */
export const countLoaded = ({ records, broken }: Pick<RecordStore<object>, "records" | "broken">) =>
  records().length + broken().length;

export async function readFirstPage<Item extends object>(reading: Reading<Item>): Promise<void> {
  const { fetchPage, getId, store, pace, progress, signal } = reading;
  const mark = store.tick();
  const page = await fetchPage({ limit: FIRST_PAGE_SIZE, offset: 0 }, signal);
  const served = countRows(page);
  if (served < FIRST_PAGE_SIZE && served > 0 && served < page.count) pace.noteLimit(served);
  reading.noteCount(page.count);
  store.addPage({ offset: 0, page, mark });
  progress.firstRow = rowId(page, 0, getId);
  progress.lastRow = rowId(page, served - 1, getId);
  progress.nextOffset = served;
}

/** Small, so that the first page loads fast. */
export const FIRST_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;
export const MIN_PAGE_SIZE = 25;
// Browsers open six connections per host. Two remain for user actions.
const MAX_PARALLEL = 4;
/** Number of successful pages before size and concurrency increase again. */
const PAGES_PER_STEP = 4;

type Pace = ReturnType<typeof createPace>;

/** Adapts page size and concurrency to the server, which documents no maximum page size (upstream-facts). */
export function createPace(budget: RequestBudget) {
  let size = MAX_PAGE_SIZE;
  let parallel = MAX_PARALLEL;
  let successes = 0;
  /** The server's maximum page size. */
  let limit = MAX_PAGE_SIZE;
  return {
    size: () => size,
    parallel: () => parallel,
    inTurn: budget.inTurn,
    noteSuccess() {
      successes += 1;
      if (successes % PAGES_PER_STEP !== 0) return;
      size = Math.min(limit, size * 2);
      parallel = Math.min(MAX_PARALLEL, parallel + 1);
    },
    noteFailure({ isThrottled }: { readonly isThrottled: boolean }) {
      successes = 0;
      parallel = Math.ceil(parallel / 2);
      // Smaller pages would take more requests.
      if (!isThrottled) size = Math.min(size, Math.max(MIN_PAGE_SIZE, Math.floor(size / 2)));
    },
    /** Records the length of a page that ended too early, because the server limits pages. */
    noteLimit(served: number) {
      limit = served;
      size = served;
    },
    /** Whether the server may have limited the page to this length. */
    isLimit: (served: number) => served === limit,
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

export function rowId<Item>(page: ListPage<Item>, index: number, getId: (record: Item) => RecordId): RowId {
  if (page.broken.some((record) => record.index === index)) return null;
  const record = page.results[index - page.broken.filter((other) => other.index < index).length];
  return record && getId(record);
}
