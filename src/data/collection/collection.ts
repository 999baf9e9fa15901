import type { BrokenRecord } from "@/contract/parsers";
import type { Signals } from "@/http/connection-status";
import { isResting } from "@/http/errors";
import type { FetchPage } from "./fetch-all-pages";
import { createReader } from "./page-reader";
import { createPace, FIRST_PAGE } from "./page-throttle";
import { type ChangeMark, type Changes, createBook, type RecordId, type RecordPlace } from "./record-store";

/** More records than this are loaded only when a person wants them all. */
const ASK_ABOVE = 20_000;
/** Up to so many records a refresh costs a few requests, so it is made without being asked for. */
const REFRESH_BY_ITSELF = 1_000;
/** Age in ms from which what was loaded is looked at again when a page shows it. */
const FRESH_FOR = 30_000;
/** Ms between two looks of the page at what streams in. */
const SHOW_EVERY = 150;
/** So many writes are shown at once each; of more in a row the page sees a few a second. */
const SHOWN_AT_ONCE = 6;
/** Ms without a write after which the next ones are shown at once again. */
const QUIET_FOR = 300;

/**
 * `idle`: nothing asked for yet. `first`: the first page is on its way. `asking`: there are so many that a person
 * decides. `loading`: the rest streams in. `paused`: by the person. `failed`: see `error`. `complete`: all is here.
 */
export type CollectionPhase = "idle" | "first" | "asking" | "loading" | "paused" | "failed" | "complete";

/** A collection as it is at a moment; a new object after every change. */
export interface CollectionState<Item> {
  readonly phase: CollectionPhase;
  /** What is loaded, each record once, in the order it is served. */
  readonly records: readonly Item[];
  readonly broken: readonly BrokenRecord[];
  /** Records there are, by the server's last count; null before the first answer. */
  readonly count: number | null;
  /** Records the server counts beyond those it serves, once everything was read; negative when it serves more. */
  readonly miscount: number;
  /** What the last request failed with; null once one has worked again. */
  readonly error: Error | null;
  readonly isRefreshing: boolean;
  /** What the last refresh found different; null when nothing, or when a person has seen it. */
  readonly changes: Changes | null;
  readonly marks: ReadonlyMap<RecordId, ChangeMark>;
  /** A write may have changed more than is shown, and reading all again is left to a person. */
  readonly isOutdated: boolean;
  /** When a reading was finished last, in ms since 1970. */
  readonly loadedAt: number | null;
  /** Records a page has; small where the server caps it. */
  readonly pageSize: number;
}

/** All records of one list of the server, loaded page after page, and kept up to date with our own writes. */
export interface Collection<Item> {
  readonly get: () => CollectionState<Item>;
  readonly subscribe: (listener: () => void) => () => void;
  readonly find: (id: RecordId) => Item | undefined;
  readonly place: (id: RecordId) => RecordPlace<Item> | null;
  /** Loads the first page only, when nothing is there. */
  readonly prefetch: () => Promise<void>;
  /** Loads what is missing, unless a person has paused it; looks again at what is old. */
  readonly start: () => void;
  /** Loads all, however many there are. */
  readonly loadAll: () => void;
  readonly pause: () => void;
  /** Goes on where it stopped, after a pause or a failure. */
  readonly resume: () => void;
  /** Reads again what is loaded, and says what is different. */
  readonly refresh: () => void;
  /** After a write: reads again when that costs little; else says so when nobody knows what became of the write. */
  readonly refreshSoon: (isOutcomeKnown: boolean) => void;
  readonly seenChanges: () => void;
  /** Ends what is on its way: its pages were left. `start` goes on. */
  readonly stop: () => void;
  /** The three below show a write at once. */
  readonly replace: (record: Item) => void;
  readonly insert: (place: RecordPlace<Item>) => void;
  readonly takeOut: (id: RecordId) => void;
  readonly countBy: (step: number) => void;
}

/** What a collection is made of. */
export interface CollectionSource<Item> {
  readonly idOf: (record: Item) => RecordId;
  readonly fetchPage: FetchPage<Item>;
  readonly signals: Signals;
}

/** Nothing loaded, nothing on its way. */
export function createCollection<Item extends object>(source: CollectionSource<Item>): Collection<Item> {
  const book = createBook(source.idOf);
  const pace = createPace(source.signals);
  const reader = createReader({
    fetchPage: source.fetchPage,
    book,
    pace,
    count: () => state.count,
    noteCount: (count) => {
      state = { ...state, count };
    },
    onNews: showSoon,
  });
  const listeners = new Set<() => void>();
  let state: CollectionState<Item> = {
    phase: "idle",
    records: [],
    broken: [],
    count: null,
    miscount: 0,
    error: null,
    isRefreshing: false,
    changes: null,
    marks: book.marks(),
    isOutdated: false,
    loadedAt: null,
    pageSize: FIRST_PAGE,
  };
  let mayLoadAll = false;
  /** Whether a page shows the collection; a mere look ahead is content with the first page. */
  let wantsRest = false;
  /** Whether a write asks for another look. */
  let isDue = false;
  /** Whether it may have changed more than is shown. */
  let isDoubted = false;
  let writesInRow = 0;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let run: AbortController | null = null;
  let refreshing: AbortController | null = null;
  let showTimer: ReturnType<typeof setTimeout> | undefined;
  let soonTimer: ReturnType<typeof setTimeout> | undefined;

  /** Tells everybody. What the book holds is copied: a state never changes. */
  function show(part: Partial<CollectionState<Item>> = {}): void {
    clearTimeout(showTimer);
    showTimer = undefined;
    state = {
      ...state,
      records: [...book.records()],
      broken: book.broken(),
      marks: book.marks(),
      pageSize: pace.pageSize(),
      ...part,
    };
    for (const listener of listeners) listener();
  }

  function showSoon(): void {
    showTimer ??= setTimeout(show, SHOW_EVERY);
  }

  /** Shows a write: a bulk run makes many, and each look at a long list costs. */
  function showWrite(): void {
    const now = performance.now();
    writesInRow = now - writtenAt < QUIET_FOR ? writesInRow + 1 : 1;
    writtenAt = now;
    if (writesInRow > SHOWN_AT_ONCE) showSoon();
    else show();
  }

  const held = reader.held;
  /** Whether not even the first page has come. */
  const isUnread = () => reader.frontier() === 0 && state.loadedAt === null;
  /** Whether all was read, though it may have failed to be compared since. */
  const isRead = () =>
    state.phase === "complete" || (state.phase === "failed" && reader.frontier() >= (state.count ?? 0));

  function complete(part: Partial<CollectionState<Item>> = {}): void {
    show({
      phase: "complete",
      error: null,
      isOutdated: isDoubted && held() > REFRESH_BY_ITSELF,
      loadedAt: Date.now(),
      miscount: (state.count ?? 0) - held(),
      ...part,
    });
  }

  function fail(error: unknown, part: Partial<CollectionState<Item>>): void {
    show({ error: error instanceof Error ? error : new Error(String(error)), ...part });
  }

  async function load(): Promise<void> {
    if (run !== null) return;
    const mine = new AbortController();
    run = mine;
    try {
      if (isUnread()) {
        isDue = false;
        isDoubted = false;
        show({ phase: "first", error: null });
        await reader.readFirst(mine.signal);
      }
      if (!wantsRest && reader.frontier() < (state.count ?? 0)) return show({ phase: "idle", error: null });
      if ((state.count ?? 0) > ASK_ABOVE && !mayLoadAll) {
        return show({ phase: "asking", error: null, loadedAt: Date.now() });
      }
      if (reader.frontier() !== state.count || reader.frontier() >= FIRST_PAGE) {
        show({ phase: "loading", error: null });
        await reader.readRest(mine.signal);
        await reader.reconcile(mine.signal);
      }
      complete();
      // A write that was told of meanwhile may be missing in what was read before it.
      if (isDue && listeners.size > 0 && held() <= REFRESH_BY_ITSELF) refreshNext();
    } catch (error) {
      // Stopped or paused: whoever did it has said so.
      if (mine.signal.aborted) return;
      // A look ahead: the page asks by itself, and would show this for a moment only. What rests is not asked again.
      if (!wantsRest && !isResting(error)) return show({ phase: "idle" });
      fail(error, { phase: "failed" });
    } finally {
      if (run === mine) run = null;
    }
  }

  function stopLoading(phase: "idle" | "paused"): void {
    wantsRest = phase === "paused";
    run?.abort();
    run = null;
    if (state.phase === "first" || state.phase === "loading") show({ phase });
  }

  async function refresh(): Promise<void> {
    if (state.phase === "idle" || state.phase === "first" || run !== null) return;
    isDue = false;
    isDoubted = false;
    // There is nothing yet to be compared.
    if (isUnread()) return load();
    refreshing?.abort();
    const mine = new AbortController();
    refreshing = mine;
    show({ isRefreshing: true });
    try {
      const isWhole = isRead();
      const found = await reader.compare(mine.signal, { isWhole });
      const isDifferent = found.added + found.changed + found.removed > 0;
      const part = { isRefreshing: false, changes: isDifferent ? found : null };
      if (isWhole) complete(part);
      // What stopped the loading stands until it goes on.
      else show({ ...part, ...(state.phase !== "failed" && { error: null }), loadedAt: Date.now() });
    } catch (error) {
      if (mine.signal.aborted) return;
      book.settle({ keepUnseen: true });
      fail(error, { isRefreshing: false });
    } finally {
      if (refreshing === mine) refreshing = null;
    }
  }

  function refreshNext(): void {
    clearTimeout(soonTimer);
    soonTimer = setTimeout(() => void refresh(), 0);
  }

  function goOn(): void {
    if (state.phase === "failed" && !isUnread() && isRead()) void refresh();
    else void load();
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find: book.get,
    place: book.place,
    prefetch: async () => {
      if (state.phase === "idle" && reader.frontier() === 0) await load();
    },
    start() {
      wantsRest = true;
      const { phase, error, loadedAt } = state;
      if (phase === "idle") return void load();
      // Asking would prolong the rest.
      if (isResting(error)) return;
      const isOld = isDue || (loadedAt !== null && Date.now() - loadedAt > FRESH_FOR);
      if (phase === "failed" && held() === 0) void load();
      else if (isOld && refreshing === null && held() <= REFRESH_BY_ITSELF) void refresh();
    },
    loadAll() {
      mayLoadAll = true;
      void load();
    },
    pause: () => stopLoading("paused"),
    resume: goOn,
    refresh: () => void refresh(),
    refreshSoon(isOutcomeKnown) {
      isDoubted ||= !isOutcomeKnown;
      if (held() > REFRESH_BY_ITSELF) {
        if (!isOutcomeKnown) show({ isOutdated: true });
        return;
      }
      isDue = true;
      // Nobody looks: then the next page that does asks.
      if (listeners.size > 0) refreshNext();
    },
    seenChanges() {
      book.forgetMarks();
      show({ changes: null });
    },
    stop() {
      stopLoading("idle");
      clearTimeout(soonTimer);
      refreshing?.abort();
      refreshing = null;
      if (state.isRefreshing) show({ isRefreshing: false });
    },
    replace(record) {
      if (book.replace(record)) showWrite();
    },
    insert(place) {
      if (!book.insert(place)) return;
      reader.shift(1, run !== null);
      showWrite();
    },
    takeOut(id) {
      if (book.takeOut(id) === null) return;
      reader.shift(-1, run !== null);
      showWrite();
    },
    countBy(step) {
      if (state.count === null) return;
      state = { ...state, count: Math.max(0, state.count + step) };
      showWrite();
    },
  };
}
