import { QueryObserver } from "@tanstack/react-query";
import { getRequestedWait, HttpError } from "@/api/errors";
import { type ExportedAsset, getExport, listExports } from "@/api/exports";
import { type Api, defineStore, projectKey } from "@/data/backend/backend";
import type { Collection } from "@/data/collection/collection";
import { addJitter, boundWait } from "@/lib/time/wait";
import {
  exportCollection,
  exportScope,
  getExportState,
  removeCachedExport,
  updateCachedExport,
} from "./exports";

export interface ExportChange {
  readonly kind: "ready" | "failed" | "gone";
  /** The last known record. */
  readonly record: ExportedAsset;
}

type OnChange = (changes: readonly ExportChange[]) => void;

/** By project. */
const getWatchers = defineStore(() => new Map<string, ReturnType<typeof createWatcher>>());

function watcherOf(api: Api) {
  const watchers = getWatchers(api);
  const watcher = watchers.get(api.projectId) ?? createWatcher(api);
  watchers.set(api.projectId, watcher);
  return watcher;
}

/**
 * Polls a project's pending exports of the loaded list, the cache and new requests until the caller unsubscribes. All
 * watchers share one poll, which pauses while the document is hidden. Returns the unsubscribe function.
 */
export function watchPendingExports(api: Api, onChange: OnChange): () => void {
  return watcherOf(api).subscribe(onChange);
}

/** Adds a new export, and notifies watchers, or the next one, when it settles. */
export function addCreatedExport(api: Api, record: ExportedAsset): void {
  watcherOf(api).add(record);
}

function isPending(record: ExportedAsset): boolean {
  return getExportState(record, new Date()).kind === "pending";
}

const MIN_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 30_000;
const GROWTH = 1.5;
/** 4xx statuses of temporary errors. */
const TRANSIENT_STATUSES: readonly number[] = [408, 429];

function createWatcher(api: Api) {
  const listeners = new Set<OnChange>();
  /** Exports to poll, and new ones that settled while nobody was watching. */
  const pending = new Map<number, ExportedAsset>();
  /** Reported exports. Outdated copies and late responses aren't reported again. */
  const settled = new Map<number, ExportedAsset>();
  let intervalMs = MIN_INTERVAL_MS;
  let collection: Collection<ExportedAsset> | undefined;
  let unsubscribeCollection: (() => void) | undefined;
  let stop: (() => void) | null = null;
  const queryKey = projectKey(api, "export-polls");

  /** Returns the delay until the next poll in ms, and lengthens the following one. */
  function grow(factor = GROWTH): number {
    const now = intervalMs;
    intervalMs = Math.min(MAX_INTERVAL_MS, intervalMs * factor);
    return now;
  }

  function restartInterval(): number {
    intervalMs = MIN_INTERVAL_MS;
    return addJitter(grow());
  }

  /** Returns the delay in ms after a failed poll. Null when the next poll would also fail. */
  function delayAfterFailure(error: unknown): number | null {
    const status = error instanceof HttpError ? error.status : 0;
    if (status >= 400 && status < 500 && !TRANSIENT_STATUSES.includes(status)) return null;
    if (status === 429) intervalMs = MAX_INTERVAL_MS;
    return addJitter(Math.max(grow(2), getRequestedWait(error) ?? 0));
  }

  async function poll({ signal }: { readonly signal: AbortSignal }): Promise<number | null> {
    const found = new Map<number, ExportedAsset>();
    const gone = new Set<number>();
    let error: unknown = null;
    try {
      await api.client.budget.inTurn(() => pollExports(api, pending, { found, gone, signal }), signal);
    } catch (reason) {
      error = reason;
    }
    signal.throwIfAborted();
    const hasChanges = applyRecords(found.values(), gone);
    if (error !== null) return delayAfterFailure(error);
    return hasChanges ? restartInterval() : addJitter(grow());
  }

  /** Applies records of pending exports. Reports those that have settled or are gone, and returns whether any have. */
  function applyRecords(records: Iterable<ExportedAsset>, gone: Iterable<number> = []): boolean {
    const changes: ExportChange[] = [];
    const updated: ExportedAsset[] = [];
    for (const record of records) {
      // The export settled during the poll.
      if (!pending.delete(record.id)) continue;
      updated.push(record);
      const { kind } = getExportState(record, new Date());
      // A poll may not reach all exports, so the next one starts with others.
      if (kind === "pending") pending.set(record.id, record);
      else changes.push({ kind: kind === "expired" ? "gone" : kind, record });
    }
    const removed = [...gone].flatMap((id) => pending.get(id) ?? []);
    for (const record of removed) {
      pending.delete(record.id);
      changes.push({ kind: "gone", record });
    }
    for (const { record } of changes) settled.set(record.id, record);
    // Updates of the caches call `syncPending`, so the maps are updated first.
    for (const record of updated) updateCachedExport(api, record);
    for (const { id } of removed) removeCachedExport(api, id);
    if (changes.length > 0) for (const notify of listeners) notify(changes);
    return changes.length > 0;
  }

  /** Finds pending exports in the list and the cache, and exports that other requests have found to be settled. */
  function syncPending(): void {
    followCollection();
    const cached = api.queryClient.getQueriesData<ExportedAsset>({
      queryKey: [...exportScope(api), "detail"],
    });
    const known = [...(collection?.get().records ?? []), ...cached.flatMap(([, record]) => record ?? [])];
    const waiting = known.filter(isPending);
    const ids = new Set([...pending.keys(), ...waiting.map(({ id }) => id)]);
    const ended = known.filter((record) => ids.has(record.id) && !isPending(record));
    const done = new Map(ended.map((record) => [record.id, record]));
    let isNew = false;
    for (const record of waiting) {
      // Exports never become pending again, so a settled copy is newer than the one from a slow response.
      const newest = done.get(record.id) ?? settled.get(record.id);
      if (newest !== undefined) {
        if (!isPending(newest)) updateCachedExport(api, newest);
      } else if (!pending.has(record.id)) {
        pending.set(record.id, record);
        isNew = true;
      }
    }
    applyRecords(done.values());
    if (isNew) restart();
  }

  /** Subscribes to the current collection, because a reset of the demo data replaces it. */
  function followCollection(): void {
    const now = exportCollection(api);
    if (now !== collection && collection !== undefined) {
      // After a reset, the same ID may belong to another export.
      pending.clear();
      settled.clear();
    }
    if (now === collection && unsubscribeCollection) return;
    unsubscribeCollection?.();
    collection = now;
    unsubscribeCollection = now.subscribe(syncPending);
  }

  /** A new export or a return to the page resumes polling. */
  function restart(): void {
    api.queryClient.setQueryData(queryKey, restartInterval());
  }

  function start(): () => void {
    /** The data is the delay until the next poll in ms. Null means that the next poll would fail too. */
    const polls = new QueryObserver<number | null>(api.queryClient, {
      queryKey,
      queryFn: poll,
      enabled: () => pending.size > 0,
      initialData: restartInterval,
      refetchInterval: ({ state }) => (state.data == null ? false : boundWait(state.data, 0)),
      staleTime: MIN_INTERVAL_MS,
      gcTime: 0,
      refetchOnWindowFocus: true,
    });
    const scope = exportScope(api);
    const unsubscribeCache = api.queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type !== "updated" && type !== "added") return;
      if (scope.every((part, index) => query.queryKey[index] === part)) syncPending();
    });
    const unsubscribePolls = polls.subscribe(() => undefined);
    syncPending();
    applyRecords([...pending.values()].filter((record) => !isPending(record)));
    return () => {
      unsubscribePolls();
      unsubscribeCache();
      unsubscribeCollection?.();
      unsubscribeCollection = undefined;
      stop = null;
    };
  }

  api.signal.addEventListener("abort", () => stop?.());
  return {
    subscribe(notify: OnChange) {
      listeners.add(notify);
      stop ??= start();
      return () => {
        listeners.delete(notify);
        if (listeners.size === 0) stop?.();
      };
    },
    add(record: ExportedAsset) {
      if (settled.has(record.id)) return;
      // `applyRecords` ignores exports that aren't in `pending`, so even a ready export is added first.
      pending.set(record.id, record);
      if (stop === null) return;
      if (isPending(record)) restart();
      else applyRecords([record]);
    },
  };
}

const PAGE_SIZE = 100;
/** Limits of a single poll. The next poll covers the remaining exports. */
const MAX_PAGES = 3;
const MAX_SINGLE_REQUESTS = 6;

interface PollResult {
  readonly found: Map<number, ExportedAsset>;
  readonly gone: Set<number>;
  readonly signal: AbortSignal;
}

/**
 * Polls exports with as few requests as possible: the first list pages, which are newest first, and individually those
 * that aren't on these pages. Adds what it has read to `found` and `gone`, also if it rejects.
 */
async function pollExports(
  api: Api,
  wanted: ReadonlyMap<number, ExportedAsset>,
  { found, gone, signal }: PollResult,
): Promise<void> {
  const listMissing = () => [...wanted.keys()].filter((id) => !found.has(id) && !gone.has(id));
  if (wanted.size > 1) await readPages();
  const readings = await Promise.allSettled(listMissing().slice(0, MAX_SINGLE_REQUESTS).map(readOne));
  for (const reading of readings) if (reading.status === "rejected") throw reading.reason;

  async function readPages(): Promise<void> {
    let offset = 0;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = await api.client.request(listExports, {
        path: { project_id: api.projectId },
        query: { limit: PAGE_SIZE, offset },
        signal,
      });
      for (const record of page.results) if (wanted.has(record.id)) found.set(record.id, record);
      offset += page.results.length + page.broken.length;
      const last = page.results.at(-1);
      const isEnd = last === undefined || offset >= page.count;
      // Newer exports than the last one aren't on the following pages.
      if (isEnd || listMissing().every((id) => id > last.id)) return;
    }
  }

  async function readOne(id: number): Promise<void> {
    try {
      const path = { project_id: api.projectId, id };
      found.set(id, await api.client.request(getExport, { path, signal }));
    } catch (failure) {
      if (!isNotFound(failure)) throw failure;
      gone.add(id);
    }
  }
}

/** Whether the export itself is missing, not its project or endpoint. */
function isNotFound(error: unknown): boolean {
  return (
    error instanceof HttpError && error.status === 404 && (error.detail ?? "Not found.") === "Not found."
  );
}
