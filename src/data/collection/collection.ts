import type { InvalidRecord } from "@/contract/parsers";
import type { ConnectionStatus } from "@/http/connection-status";
import { isThrottled } from "@/http/errors";
import type { FetchPage } from "./fetch-all-pages";
import { createPageReader } from "./page-reader";
import { createPageThrottle, FIRST_PAGE_SIZE } from "./page-throttle";
import {
  type ChangeMark,
  type Changes,
  createRecordStore,
  type RecordId,
  type RecordPosition,
} from "./record-store";

/** More records than this are loaded only when a person wants them all. */
const CONFIRM_ABOVE_COUNT = 20_000;
/** Up to so many records a refresh costs a few requests, so it is made without being asked for. */
const MAX_AUTO_REFRESH_COUNT = 1_000;
/** Age in ms from which what was loaded is looked at again when a page shows it. */
const STALE_AFTER_MS = 30_000;
/** Ms between two looks of the page at what streams in. */
const NOTIFY_INTERVAL_MS = 150;
/** So many writes are shown at once each; of more in a row the page sees a few a second. */
const MAX_IMMEDIATE_NOTIFICATIONS = 6;
/** Ms without a write after which the next ones are shown at once again. */
const BURST_WINDOW_MS = 300;

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
  readonly broken: readonly InvalidRecord[];
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
  readonly position: (id: RecordId) => RecordPosition<Item> | null;
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
  readonly scheduleRefresh: (isOutcomeKnown: boolean) => void;
  readonly dismissChanges: () => void;
  /** Ends what is on its way: its pages were left. `start` goes on. */
  readonly stop: () => void;
  /** The three below show a write at once. */
  readonly replace: (record: Item) => void;
  readonly insert: (position: RecordPosition<Item>) => void;
  readonly remove: (id: RecordId) => void;
  readonly adjustCount: (step: number) => void;
}

/** What a collection is made of. */
export interface CollectionSource<Item> {
  readonly getId: (record: Item) => RecordId;
  readonly fetchPage: FetchPage<Item>;
  readonly connectionStatus: ConnectionStatus;
}

/** Nothing loaded, nothing on its way. */
export function createCollection<Item extends object>(source: CollectionSource<Item>): Collection<Item> {
  const store = createRecordStore(source.getId);
  const throttle = createPageThrottle(source.connectionStatus);
  const reader = createPageReader({
    fetchPage: source.fetchPage,
    store,
    throttle,
    count: () => state.count,
    noteCount: (count) => {
      state = { ...state, count };
    },
    onRecords: scheduleNotify,
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
    marks: store.marks(),
    isOutdated: false,
    loadedAt: null,
    pageSize: FIRST_PAGE_SIZE,
  };
  let canLoadAll = false;
  /** Whether a page shows the collection; a mere look ahead is content with the first page. */
  let isFullLoadRequested = false;
  /** Whether a write asks for another look. */
  let isStale = false;
  /** Whether it may have changed more than is shown. */
  let hasUnknownWrites = false;
  let consecutiveWrites = 0;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let loading: AbortController | null = null;
  let refreshing: AbortController | null = null;
  let notifyTimer: ReturnType<typeof setTimeout> | undefined;
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;

  /** Tells everybody. What the book holds is copied: a state never changes. */
  function publish(patch: Partial<CollectionState<Item>> = {}): void {
    clearTimeout(notifyTimer);
    notifyTimer = undefined;
    state = {
      ...state,
      records: [...store.records()],
      broken: store.broken(),
      marks: store.marks(),
      pageSize: throttle.pageSize(),
      ...patch,
    };
    for (const listener of listeners) listener();
  }

  function scheduleNotify(): void {
    notifyTimer ??= setTimeout(publish, NOTIFY_INTERVAL_MS);
  }

  /** Shows a write: a bulk run makes many, and each look at a long list costs. */
  function notifyWrite(): void {
    const now = performance.now();
    consecutiveWrites = now - writtenAt < BURST_WINDOW_MS ? consecutiveWrites + 1 : 1;
    writtenAt = now;
    if (consecutiveWrites > MAX_IMMEDIATE_NOTIFICATIONS) scheduleNotify();
    else publish();
  }

  const loadedCount = reader.loadedCount;
  /** Whether not even the first page has come. */
  const hasNoData = () => reader.nextOffset() === 0 && state.loadedAt === null;
  /** Whether all was read, though it may have failed to be compared since. */
  const isFullyLoaded = () =>
    state.phase === "complete" || (state.phase === "failed" && reader.nextOffset() >= (state.count ?? 0));

  function complete(patch: Partial<CollectionState<Item>> = {}): void {
    publish({
      phase: "complete",
      error: null,
      isOutdated: hasUnknownWrites && loadedCount() > MAX_AUTO_REFRESH_COUNT,
      loadedAt: Date.now(),
      miscount: (state.count ?? 0) - loadedCount(),
      ...patch,
    });
  }

  function setError(error: unknown, patch: Partial<CollectionState<Item>>): void {
    publish({ error: error instanceof Error ? error : new Error(String(error)), ...patch });
  }

  async function load(): Promise<void> {
    if (loading !== null) return;
    const controller = new AbortController();
    loading = controller;
    try {
      if (hasNoData()) {
        isStale = false;
        hasUnknownWrites = false;
        publish({ phase: "first", error: null });
        await reader.readFirstPage(controller.signal);
      }
      if (!isFullLoadRequested && reader.nextOffset() < (state.count ?? 0))
        return publish({ phase: "idle", error: null });
      if ((state.count ?? 0) > CONFIRM_ABOVE_COUNT && !canLoadAll) {
        return publish({ phase: "asking", error: null, loadedAt: Date.now() });
      }
      if (reader.nextOffset() !== state.count || reader.nextOffset() >= FIRST_PAGE_SIZE) {
        publish({ phase: "loading", error: null });
        await reader.readRemaining(controller.signal);
        await reader.reconcile(controller.signal);
      }
      complete();
      // A write that was told of meanwhile may be missing in what was read before it.
      if (isStale && listeners.size > 0 && loadedCount() <= MAX_AUTO_REFRESH_COUNT) queueRefresh();
    } catch (error) {
      // Stopped or paused: whoever did it has said so.
      if (controller.signal.aborted) return;
      // A look ahead: the page asks by itself, and would show this for a moment only. What rests is not asked again.
      if (!isFullLoadRequested && !isThrottled(error)) return publish({ phase: "idle" });
      setError(error, { phase: "failed" });
    } finally {
      if (loading === controller) loading = null;
    }
  }

  function stopLoading(phase: "idle" | "paused"): void {
    isFullLoadRequested = phase === "paused";
    loading?.abort();
    loading = null;
    if (state.phase === "first" || state.phase === "loading") publish({ phase });
  }

  async function refresh(): Promise<void> {
    if (state.phase === "idle" || state.phase === "first" || loading !== null) return;
    isStale = false;
    hasUnknownWrites = false;
    // There is nothing yet to be compared.
    if (hasNoData()) return load();
    refreshing?.abort();
    const controller = new AbortController();
    refreshing = controller;
    publish({ isRefreshing: true });
    try {
      const isWhole = isFullyLoaded();
      const found = await reader.compare(controller.signal, { isWhole });
      const isDifferent = found.added + found.changed + found.removed > 0;
      const patch = { isRefreshing: false, changes: isDifferent ? found : null };
      if (isWhole) complete(patch);
      // What stopped the loading stands until it goes on.
      else publish({ ...patch, ...(state.phase !== "failed" && { error: null }), loadedAt: Date.now() });
    } catch (error) {
      if (controller.signal.aborted) return;
      store.finishReread({ keepsMissing: true });
      setError(error, { isRefreshing: false });
    } finally {
      if (refreshing === controller) refreshing = null;
    }
  }

  function queueRefresh(): void {
    clearTimeout(refreshTimer);
    refreshTimer = setTimeout(() => void refresh(), 0);
  }

  function resumeLoading(): void {
    if (state.phase === "failed" && !hasNoData() && isFullyLoaded()) void refresh();
    else void load();
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find: store.get,
    position: store.position,
    prefetch: async () => {
      if (state.phase === "idle" && reader.nextOffset() === 0) await load();
    },
    start() {
      isFullLoadRequested = true;
      const { phase, error, loadedAt } = state;
      if (phase === "idle") return void load();
      // Asking would prolong the rest.
      if (isThrottled(error)) return;
      const isExpired = isStale || (loadedAt !== null && Date.now() - loadedAt > STALE_AFTER_MS);
      if (phase === "failed" && loadedCount() === 0) void load();
      else if (isExpired && refreshing === null && loadedCount() <= MAX_AUTO_REFRESH_COUNT) void refresh();
    },
    loadAll() {
      canLoadAll = true;
      void load();
    },
    pause: () => stopLoading("paused"),
    resume: resumeLoading,
    refresh: () => void refresh(),
    scheduleRefresh(isOutcomeKnown) {
      hasUnknownWrites ||= !isOutcomeKnown;
      if (loadedCount() > MAX_AUTO_REFRESH_COUNT) {
        if (!isOutcomeKnown) publish({ isOutdated: true });
        return;
      }
      isStale = true;
      // Nobody looks: then the next page that does asks.
      if (listeners.size > 0) queueRefresh();
    },
    dismissChanges() {
      store.clearMarks();
      publish({ changes: null });
    },
    stop() {
      stopLoading("idle");
      clearTimeout(refreshTimer);
      refreshing?.abort();
      refreshing = null;
      if (state.isRefreshing) publish({ isRefreshing: false });
    },
    replace(record) {
      if (store.replace(record)) notifyWrite();
    },
    insert(position) {
      if (!store.insert(position)) return;
      reader.shiftOffset(1, loading !== null);
      notifyWrite();
    },
    remove(id) {
      if (store.remove(id) === null) return;
      reader.shiftOffset(-1, loading !== null);
      notifyWrite();
    },
    adjustCount(step) {
      if (state.count === null) return;
      state = { ...state, count: Math.max(0, state.count + step) };
      notifyWrite();
    },
  };
}
