import type { ListPage } from "@/api/parsers";
import { type FetchPage, fetchAllPages } from "./fetch-all-pages";
import { countRows } from "./page-rows";
import type { PageThrottle } from "./page-throttle";
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
