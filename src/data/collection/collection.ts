import type { Client } from "@/api/client";
import { isThrottled } from "@/api/errors";
import type { InvalidRecord } from "@/api/parsers";
import {
  countLoaded,
  createPace,
  type FetchPage,
  FIRST_PAGE_SIZE,
  type Reading,
  type ReadProgress,
  readFirstPage,
} from "./page-reader";
import type { ChangeMark, Changes, RecordId, RecordPosition } from "./record-store";
import { createRecordStore, isListed } from "./record-store";

/** Longer lists are loaded completely only after the user confirms. */
const CONFIRM_ABOVE_COUNT = 20_000;
/** Maximum length of lists that are refreshed automatically. */
const MAX_AUTO_REFRESH_COUNT = 1_000;
/** Age after which a list is refreshed when a page shows it. */
const STALE_AFTER_MS = 30_000;
/** Minimum time between batched notifications of subscribers. */
const NOTIFY_INTERVAL_MS = 150;
/** Number of writes in a burst that notify subscribers immediately. Later writes are batched. */
const MAX_IMMEDIATE_NOTIFICATIONS = 6;
/** A burst ends after a pause of this length. */
const BURST_WINDOW_MS = 300;

/**
 * `idle`: not started. `first`: the first page is loading. `asking`: the list is large, and the user decides.
 * `loading`: further pages are loading. `paused`: paused by the user. `failed`: see `error`. `complete`: all records
 * are loaded.
 */
export type CollectionPhase = "idle" | "first" | "asking" | "loading" | "paused" | "failed" | "complete";

/** Immutable snapshot of a collection. */
export interface CollectionState<Item> {
  readonly phase: CollectionPhase;
  readonly records: readonly Item[];
  readonly broken: readonly InvalidRecord[];
  /** Count reported by the server. Null before the first response. */
  readonly count: number | null;
  /** Reported count minus loaded records, after loading. Negative when the server returned more records. */
  readonly miscount: number;
  /** Error of the last request. Null after a success. */
  readonly error: Error | null;
  readonly isRefreshing: boolean;
  /** Changes found by the last refresh. Null without changes, or after the user dismissed them. */
  readonly changes: Changes | null;
  readonly marks: ReadonlyMap<RecordId, ChangeMark>;
  /**
   * Whether the list may be outdated. A write may have changed a list that is too large for an
   * automatic refresh, or the list changed during every attempt to read it.
   */
  readonly isOutdated: boolean;
  /** Time of the last successful load or refresh, even a partial one, in ms since 1970. */
  readonly loadedAt: number | null;
  /** Current page size of requests. Adapts to the server's speed, failures and limits. */
  readonly pageSize: number;
}

/** A server's list, loaded page by page and updated after writes. */
export interface Collection<Item> {
  readonly get: () => CollectionState<Item>;
  readonly subscribe: (listener: () => void) => () => void;
  readonly find: (id: RecordId) => Item | undefined;
  readonly position: (id: RecordId) => RecordPosition<Item> | null;
  /** Loads the first page unless records are loaded. */
  readonly prefetch: () => Promise<void>;
  /** Loads missing records unless loading is paused or failed partway. Refreshes a stale list if it is small. */
  readonly start: () => void;
  /** Loads all records of a large list. Called after the user has confirmed. */
  readonly loadAll: () => void;
  readonly pause: () => void;
  /** Continues after a pause or failure, even if the server asked for a longer wait. */
  readonly resume: () => void;
  /** Refreshes the list, even if the server asked for a longer wait. */
  readonly refresh: () => void;
  /** Refreshes a small list after a write. Marks a large list as outdated if the outcome is unknown. */
  readonly scheduleRefresh: (isOutcomeKnown: boolean) => void;
  readonly dismissChanges: () => void;
  /** Aborts all requests. Called when the project is left. `start` continues loading. */
  readonly stop: () => void;
  /** Applies a write immediately, as `insert` and `remove` do. */
  readonly replace: (record: Item) => void;
  readonly insert: (position: RecordPosition<Item>) => void;
  readonly remove: (id: RecordId) => void;
  readonly adjustCount: (step: number) => void;
  /** Adds records before their pages are loaded. Resolves with whether any were added. Rejects like `read`. */
  readonly readEarly: (read: () => Promise<readonly Item[]>) => Promise<boolean>;
}

interface CollectionSource<Item> {
  readonly getId: (record: Item) => RecordId;
  readonly fetchPage: FetchPage<Item>;
  readonly client: Pick<Client, "budget">;
}

export function createCollection<Item extends object>(source: CollectionSource<Item>): Collection<Item> {
  const store = createRecordStore(source.getId);
  const pace = createPace(source.client.budget);
  const progress: ReadProgress = {
    nextOffset: 0,
    firstRow: undefined,
    lastRow: undefined,
    hasMoved: false,
  };
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
  /** Whether a page has shown the collection. A prefetch requests only the first page. */
  let isFullLoadRequested = false;
  let isStale = false;
  let hasUnknownWrites = false;
  let consecutiveWrites = 0;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let loading: AbortController | null = null;
  let refreshing: AbortController | null = null;
  let notifyTimer: ReturnType<typeof setTimeout> | undefined;
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;

  function publish(patch: Partial<CollectionState<Item>> = {}): void {
    clearTimeout(notifyTimer);
    notifyTimer = undefined;
    state = {
      ...state,
      records: [...store.records(), ...store.early()],
      broken: store.broken(),
      marks: store.marks(),
      pageSize: pace.size(),
      ...patch,
    };
    for (const listener of listeners) listener();
  }

  function scheduleNotify(): void {
    notifyTimer ??= setTimeout(publish, NOTIFY_INTERVAL_MS);
  }

  function notifyWrite(): void {
    const now = performance.now();
    consecutiveWrites = now - writtenAt < BURST_WINDOW_MS ? consecutiveWrites + 1 : 1;
    writtenAt = now;
    if (consecutiveWrites > MAX_IMMEDIATE_NOTIFICATIONS) scheduleNotify();
    else publish();
  }

  const loadedCount = () => countLoaded(store);
  const mustAsk = () => (state.count ?? 0) > CONFIRM_ABOVE_COUNT && !canLoadAll;
  const hasNoData = () => progress.nextOffset === 0 && state.loadedAt === null;
  /** Whether all records are loaded, even if a later request failed. */
  const isFullyLoaded = () =>
    state.phase === "complete" || (state.phase === "failed" && progress.nextOffset >= (state.count ?? 0));

  function complete(patch: Partial<CollectionState<Item>> = {}): void {
    store.settleEarly();
    publish({
      phase: "complete",
      error: null,
      isOutdated: progress.hasMoved || (hasUnknownWrites && loadedCount() > MAX_AUTO_REFRESH_COUNT),
      loadedAt: Date.now(),
      miscount: (state.count ?? 0) - loadedCount(),
      ...patch,
    });
  }

  function setError(error: unknown, patch: Partial<CollectionState<Item>>): void {
    publish({ error: error instanceof Error ? error : new Error(String(error)), ...patch });
  }

  const createReading = (signal: AbortSignal): Reading<Item> => ({
    getId: source.getId,
    fetchPage: source.fetchPage,
    store,
    pace,
    progress,
    signal,
    count: () => state.count,
    noteCount(count) {
      state = { ...state, count };
      // The list has grown while it loads, so the user decides, as for a list that was large from the start.
      if (mustAsk() && state.phase === "loading") stopLoading("asking");
    },
    onRecords: scheduleNotify,
  });

  /** Moves the next page after a record was inserted or removed locally. */
  function shiftOffset(step: 1 | -1): void {
    progress.nextOffset = Math.max(0, progress.nextOffset + step);
    progress.hasMoved ||= loading !== null;
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
        await readFirstPage(createReading(controller.signal));
      }
      if (!isFullLoadRequested && progress.nextOffset < (state.count ?? 0))
        return publish({ phase: "idle", error: null });
      if (mustAsk()) return publish({ phase: "asking", error: null, loadedAt: Date.now() });
      if (progress.nextOffset !== state.count || progress.nextOffset >= FIRST_PAGE_SIZE) {
        publish({ phase: "loading", error: null });
        // Loads the code for further pages with the second page, because most lists have only one page.
        const { readRemaining } = await import("./read-further-pages");
        controller.signal.throwIfAborted();
        await readRemaining(createReading(controller.signal));
      }
      complete();
      // Records that were read before a write may not include its result.
      if (isStale && listeners.size > 0 && loadedCount() <= MAX_AUTO_REFRESH_COUNT) queueRefresh();
    } catch (error) {
      // The caller that aborted the request has updated the state.
      if (controller.signal.aborted) return;
      // A failed prefetch isn't shown, because the page retries it. Throttled requests are shown, because they aren't
      // retried.
      if (!isFullLoadRequested && !isThrottled(error)) return publish({ phase: "idle" });
      setError(error, { phase: "failed" });
    } finally {
      if (loading === controller) loading = null;
    }
  }

  function stopLoading(phase: "idle" | "paused" | "asking"): void {
    isFullLoadRequested = phase !== "idle";
    loading?.abort();
    loading = null;
    if (state.phase !== "first" && state.phase !== "loading") return;
    publish({ phase, ...(phase === "asking" && { loadedAt: Date.now() }) });
  }

  async function refresh(): Promise<void> {
    if (state.phase === "idle" || state.phase === "first" || loading !== null) return;
    isStale = false;
    hasUnknownWrites = false;
    if (hasNoData()) return load();
    refreshing?.abort();
    const controller = new AbortController();
    refreshing = controller;
    publish({ isRefreshing: true });
    try {
      const isWhole = isFullyLoaded();
      const { compare } = await import("./read-further-pages");
      controller.signal.throwIfAborted();
      const found = await compare(createReading(controller.signal), isWhole);
      const isDifferent = found.added + found.changed + found.removed > 0;
      const patch = { isRefreshing: false, changes: isDifferent ? found : null };
      if (isWhole) complete(patch);
      // The error of a failed load remains until loading continues.
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

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find: store.get,
    position: store.position,
    prefetch: async () => {
      if (state.phase === "idle" && progress.nextOffset === 0) await load();
    },
    start() {
      isFullLoadRequested = true;
      const { phase, error, loadedAt } = state;
      if (phase === "idle") return void load();
      // A request during the cooldown would extend it.
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
    resume() {
      source.client.budget.resume();
      // A failed refresh of a complete list is retried.
      if (state.error !== null && !hasNoData() && isFullyLoaded()) void refresh();
      else void load();
    },
    refresh() {
      source.client.budget.resume();
      void refresh();
    },
    scheduleRefresh(isOutcomeKnown) {
      hasUnknownWrites ||= !isOutcomeKnown;
      if (loadedCount() > MAX_AUTO_REFRESH_COUNT) {
        if (!isOutcomeKnown) publish({ isOutdated: true });
        return;
      }
      isStale = true;
      // Without a subscriber, the next page that shows the collection refreshes it.
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
      if (isListed(position)) shiftOffset(1);
      notifyWrite();
    },
    remove(id) {
      const removed = store.remove(id);
      if (removed === null) return;
      if (isListed(removed)) shiftOffset(-1);
      notifyWrite();
    },
    adjustCount(step) {
      if (state.count === null) return;
      state = { ...state, count: Math.max(0, state.count + step) };
      notifyWrite();
    },
    async readEarly(read) {
      const mark = store.tick();
      const records = await read();
      const isNew = !isFullyLoaded() && store.addEarly(records, mark);
      if (isNew) publish();
      return isNew;
    },
  };
}

export interface LoadedList<Item> {
  readonly collection: Pick<Collection<Item>, "find" | "loadAll" | "refresh" | "scheduleRefresh" | "resume">;
  readonly state: CollectionState<Item>;
}
