import type { QueryClient } from "@tanstack/react-query";
import type { ExportedAsset } from "@/contract/exports";
import { onBackendDisposed } from "@/data/bulk/bulk-job-store";
import type { Api } from "@/data/client/api-context";
import type { Collection } from "@/data/collection/collection";
import { getExportState } from "./export-state";
import {
  exportCollection,
  exportScope,
  listCachedExports,
  removeCachedExport,
  updateCachedExport,
} from "./exports";
import { pollExports } from "./poll-exports";
import { createPollingInterval } from "./polling-interval";

/** What became of an export that was pending: it is ready, has failed, or is not there any more. */
export interface ExportChange {
  readonly kind: "ready" | "failed" | "gone";
  /** As it is now; as it was known last where it is gone. */
  readonly record: ExportedAsset;
}

/** Told of changes that were found together. */
type OnChange = (changes: readonly ExportChange[]) => void;

interface ExportWatcher {
  readonly listeners: Set<OnChange>;
  readonly addRecord: (record: ExportedAsset) => void;
  readonly stop: () => void;
}

const WATCHERS = new WeakMap<QueryClient, Map<string, ExportWatcher>>();

function getWatchers(queryClient: QueryClient): Map<string, ExportWatcher> {
  const watchers = WATCHERS.get(queryClient) ?? new Map<string, ExportWatcher>();
  WATCHERS.set(queryClient, watchers);
  return watchers;
}

/** Exports that were made while nobody followed: they are news to who follows next. */
const UNDELIVERED_EVENTS = new WeakMap<QueryClient, Map<string, ExportedAsset[]>>();

/** What was told already, as it was then. It belongs to its data, and outlives those who followed. */
const NOTIFIED = new WeakMap<Collection<ExportedAsset>, Map<number, ExportedAsset>>();

function getNotified(collection: Collection<ExportedAsset>): Map<number, ExportedAsset> {
  const notified = NOTIFIED.get(collection) ?? new Map<number, ExportedAsset>();
  NOTIFIED.set(collection, notified);
  return notified;
}

const watcherKey = (api: Api) => JSON.stringify(exportScope(api));

/**
 * Looks at all pending exports of a project again and again, in one poll however many follow, until the answer is called
 * or the backend is left. Pending is what the loaded list, the cache or an answered creation shows as such. Only while the
 * document is visible.
 */
export function watchPendingExports(queryClient: QueryClient, api: Api, onChange: OnChange): () => void {
  const watchers = getWatchers(queryClient);
  const name = watcherKey(api);
  const watcher = watchers.get(name) ?? startWatcher(queryClient, api);
  watchers.set(name, watcher);
  // Of its own for every caller: two may pass the same function.
  const notify: OnChange = (changes) => onChange(changes);
  watcher.listeners.add(notify);
  const undelivered = UNDELIVERED_EVENTS.get(queryClient)?.get(name) ?? [];
  UNDELIVERED_EVENTS.get(queryClient)?.delete(name);
  for (const record of undelivered) watcher.addRecord(record);
  return () => {
    watcher.listeners.delete(notify);
    if (watcher.listeners.size > 0) return;
    watcher.stop();
    if (watchers.get(name) === watcher) watchers.delete(name);
  };
}

/**
 * Hands over an export that was made just now: it is followed, or told of when it is ready already; where nobody follows,
 * by who does next.
 */
export function addCreatedExport(queryClient: QueryClient, api: Api, record: ExportedAsset): void {
  const name = watcherKey(api);
  const watcher = WATCHERS.get(queryClient)?.get(name);
  if (watcher !== undefined) return watcher.addRecord(record);
  const undelivered = UNDELIVERED_EVENTS.get(queryClient) ?? new Map<string, ExportedAsset[]>();
  UNDELIVERED_EVENTS.set(queryClient, undelivered.set(name, [...(undelivered.get(name) ?? []), record]));
}

function isVisible(): boolean {
  return globalThis.document?.visibilityState !== "hidden";
}

function isPending(record: ExportedAsset): boolean {
  return getExportState(record, new Date()).kind === "pending";
}

function startWatcher(queryClient: QueryClient, api: Api): ExportWatcher {
  const interval = createPollingInterval();
  const listeners = new Set<OnChange>();
  /** What is pending, as it was known last. */
  const pending = new Map<number, ExportedAsset>();
  /** What was told already: neither an old copy of it nor the late answer to its creation is news. */
  let notified = new Map<number, ExportedAsset>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling: AbortController | null = null;
  let polledAt = 0;
  let isApplying = false;
  let collection: Collection<ExportedAsset> | undefined;
  let unsubscribeCollection: (() => void) | undefined;

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size === 0 || polling !== null || !isVisible()) return;
    timer = setTimeout(() => void poll(), delayMs);
  }

  async function poll(): Promise<void> {
    const controller = new AbortController();
    polling = controller;
    const { found, gone, error } = await pollExports(api, pending, controller.signal);
    if (controller.signal.aborted) return;
    polling = null;
    polledAt = Date.now();
    const hasChanges = applyRecords([...found.values()], gone);
    const delayMs =
      error !== null ? interval.afterFailure(error) : hasChanges ? interval.restart() : interval.next();
    // Null where the next look would be refused as well: it waits for something new.
    if (delayMs !== null) schedule(delayMs);
  }

  /** Takes in what was read, shows it, and tells what is not pending any more. True where something was. */
  function applyRecords(read: readonly ExportedAsset[], gone: ReadonlySet<number> = new Set()): boolean {
    const changes: ExportChange[] = [];
    // What is shown here is told by those who hold it, to this function among others.
    isApplying = true;
    for (const record of read) {
      // Settled in another way, while this answer was on its way.
      if (!pending.has(record.id)) continue;
      const { kind } = getExportState(record, new Date());
      updateCachedExport(queryClient, api, record);
      if (kind === "pending") {
        // To the end: where there are too many for one look, the next one begins with others.
        pending.delete(record.id);
        pending.set(record.id, record);
      } else settle({ kind: kind === "expired" ? "gone" : kind, record });
    }
    for (const id of gone) {
      const record = pending.get(id);
      if (record === undefined) continue;
      removeCachedExport(queryClient, api, id);
      settle({ kind: "gone", record });
    }
    isApplying = false;
    if (changes.length > 0) for (const notify of listeners) notify(changes);
    return changes.length > 0;

    function settle(change: ExportChange): void {
      pending.delete(change.record.id);
      notified.set(change.record.id, change.record);
      changes.push(change);
    }
  }

  /** Looks through what the page has loaded, without asking the server. */
  function syncPending(): void {
    if (isApplying) return;
    watchCollection();
    const newest = new Map<number, ExportedAsset>();
    const outdated = new Set<number>();
    for (const record of listKnown()) {
      const other = newest.get(record.id) ?? notified.get(record.id);
      // Nothing becomes pending again: of two copies the settled one is the newer.
      if (other === undefined || isPending(other)) newest.set(record.id, record);
      else newest.set(record.id, isPending(record) ? other : record);
      if (other !== undefined && isPending(other) !== isPending(record)) outdated.add(record.id);
    }
    updateNewest([...outdated].flatMap((id) => newest.get(id) ?? []));
    let isNew = false;
    const settled: ExportedAsset[] = [];
    for (const [id, record] of newest) {
      if (!isPending(record)) settled.push(record);
      else if (!pending.has(id) && !notified.has(id)) {
        pending.set(id, record);
        isNew = true;
      }
    }
    applyRecords(settled);
    if (isNew) restart();
  }

  /** An answer that was long on its way has brought an old copy: nobody would look at it again. */
  function updateNewest(records: readonly ExportedAsset[]): void {
    isApplying = true;
    for (const record of records) if (!isPending(record)) updateCachedExport(queryClient, api, record);
    isApplying = false;
  }

  function* listKnown(): Generator<ExportedAsset> {
    yield* collection?.get().records ?? [];
    yield* listCachedExports(queryClient, api);
  }

  /** The collection may be another one: the demo's data was reset. */
  function watchCollection(): void {
    const now = exportCollection(queryClient, api);
    if (now === collection) return;
    unsubscribeCollection?.();
    // Other data, in which the same number may be another export.
    pending.clear();
    notified = getNotified(now);
    collection = now;
    unsubscribeCollection = now.subscribe(syncPending);
  }

  function restart(): void {
    schedule(interval.restart());
  }

  function handleVisibilityChange(): void {
    schedule(Math.max(0, polledAt + interval.restart() - Date.now()));
  }

  const scope = exportScope(api);
  const unsubscribeCache = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" && type !== "added" && type !== "removed") return;
    if (scope.every((part, index) => query.queryKey[index] === part)) syncPending();
  });
  globalThis.document?.addEventListener("visibilitychange", handleVisibilityChange);
  const unsubscribeDispose = onBackendDisposed(queryClient, stop);

  function stop(): void {
    clearTimeout(timer);
    polling?.abort(new DOMException("Nobody follows any more", "AbortError"));
    unsubscribeDispose();
    unsubscribeCache();
    unsubscribeCollection?.();
    globalThis.document?.removeEventListener("visibilitychange", handleVisibilityChange);
    pending.clear();
  }

  syncPending();
  return {
    listeners,
    stop,
    addRecord(record) {
      if (notified.has(record.id)) return;
      // Where it is ready already, it counts as one that was pending until now.
      pending.set(record.id, record);
      if (isPending(record)) restart();
      else applyRecords([record]);
    },
  };
}
