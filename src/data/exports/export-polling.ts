import type { QueryClient } from "@tanstack/react-query";
import type { ExportedAsset } from "@/contract/exports";
import { stopWithRuns } from "@/data/bulk/bulk-job-store";
import type { Api } from "@/data/client/api-context";
import type { Collection } from "@/data/collection/collection";
import { exportStateOf } from "./export-state";
import { cachedExports, exportCollection, exportScope, forgetExport, showExport } from "./exports";
import { lookAtExports } from "./poll-exports";
import { createFollowPace } from "./polling-interval";

/** What became of an export that was pending: it is ready, has failed, or is not there any more. */
export interface ExportChange {
  readonly kind: "ready" | "failed" | "gone";
  /** As it is now; as it was known last where it is gone. */
  readonly record: ExportedAsset;
}

/** Told of changes that were found together. */
type OnChange = (changes: readonly ExportChange[]) => void;

interface Follower {
  readonly listeners: Set<OnChange>;
  readonly note: (record: ExportedAsset) => void;
  readonly stop: () => void;
}

const FOLLOWERS = new WeakMap<QueryClient, Map<string, Follower>>();

function followersOf(queries: QueryClient): Map<string, Follower> {
  const followers = FOLLOWERS.get(queries) ?? new Map<string, Follower>();
  FOLLOWERS.set(queries, followers);
  return followers;
}

/** Exports that were made while nobody followed: they are news to who follows next. */
const UNHEARD = new WeakMap<QueryClient, Map<string, ExportedAsset[]>>();

/** What was told already, as it was then. It belongs to its data, and outlives those who followed. */
const TOLD = new WeakMap<Collection<ExportedAsset>, Map<number, ExportedAsset>>();

function toldOf(collection: Collection<ExportedAsset>): Map<number, ExportedAsset> {
  const told = TOLD.get(collection) ?? new Map<number, ExportedAsset>();
  TOLD.set(collection, told);
  return told;
}

const nameOf = (api: Api) => JSON.stringify(exportScope(api));

/**
 * Looks at all pending exports of a project again and again, in one poll however many follow, until the answer is called
 * or the backend is left. Pending is what the loaded list, the cache or an answered creation shows as such. Only while the
 * document is visible.
 */
export function followExports(queries: QueryClient, api: Api, onChange: OnChange): () => void {
  const followers = followersOf(queries);
  const name = nameOf(api);
  const follower = followers.get(name) ?? startFollower(queries, api);
  followers.set(name, follower);
  // Of its own for every caller: two may pass the same function.
  const tell: OnChange = (changes) => onChange(changes);
  follower.listeners.add(tell);
  const unheard = UNHEARD.get(queries)?.get(name) ?? [];
  UNHEARD.get(queries)?.delete(name);
  for (const record of unheard) follower.note(record);
  return () => {
    follower.listeners.delete(tell);
    if (follower.listeners.size > 0) return;
    follower.stop();
    if (followers.get(name) === follower) followers.delete(name);
  };
}

/**
 * Hands over an export that was made just now: it is followed, or told of when it is ready already; where nobody follows,
 * by who does next.
 */
export function noteMade(queries: QueryClient, api: Api, record: ExportedAsset): void {
  const name = nameOf(api);
  const follower = FOLLOWERS.get(queries)?.get(name);
  if (follower !== undefined) return follower.note(record);
  const unheard = UNHEARD.get(queries) ?? new Map<string, ExportedAsset[]>();
  UNHEARD.set(queries, unheard.set(name, [...(unheard.get(name) ?? []), record]));
}

function isVisible(): boolean {
  return globalThis.document?.visibilityState !== "hidden";
}

function isPending(record: ExportedAsset): boolean {
  return exportStateOf(record, new Date()).kind === "pending";
}

function startFollower(queries: QueryClient, api: Api): Follower {
  const pace = createFollowPace();
  const listeners = new Set<OnChange>();
  /** What is pending, as it was known last. */
  const pending = new Map<number, ExportedAsset>();
  /** What was told already: neither an old copy of it nor the late answer to its creation is news. */
  let told = new Map<number, ExportedAsset>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: AbortController | null = null;
  let lookedAt = 0;
  let isTaking = false;
  let collection: Collection<ExportedAsset> | undefined;
  let leaveCollection: (() => void) | undefined;

  function schedule(wait: number): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size === 0 || looking !== null || !isVisible()) return;
    timer = setTimeout(() => void look(), wait);
  }

  async function look(): Promise<void> {
    const mine = new AbortController();
    looking = mine;
    const { found, gone, error } = await lookAtExports(api, pending, mine.signal);
    if (mine.signal.aborted) return;
    looking = null;
    lookedAt = Date.now();
    const isNews = take([...found.values()], gone);
    const wait = error !== null ? pace.afterFailure(error) : isNews ? pace.restart() : pace.next();
    // Null where the next look would be refused as well: it waits for something new.
    if (wait !== null) schedule(wait);
  }

  /** Takes in what was read, shows it, and tells what is not pending any more. True where something was. */
  function take(read: readonly ExportedAsset[], gone: ReadonlySet<number> = new Set()): boolean {
    const changes: ExportChange[] = [];
    // What is shown here is told by those who hold it, to this function among others.
    isTaking = true;
    for (const record of read) {
      // Settled in another way, while this answer was on its way.
      if (!pending.has(record.id)) continue;
      const { kind } = exportStateOf(record, new Date());
      showExport(queries, api, record);
      if (kind === "pending") {
        // To the end: where there are too many for one look, the next one begins with others.
        pending.delete(record.id);
        pending.set(record.id, record);
      } else settle({ kind: kind === "expired" ? "gone" : kind, record });
    }
    for (const id of gone) {
      const record = pending.get(id);
      if (record === undefined) continue;
      forgetExport(queries, api, id);
      settle({ kind: "gone", record });
    }
    isTaking = false;
    if (changes.length > 0) for (const tell of listeners) tell(changes);
    return changes.length > 0;

    function settle(change: ExportChange): void {
      pending.delete(change.record.id);
      told.set(change.record.id, change.record);
      changes.push(change);
    }
  }

  /** Looks through what the page has loaded, without asking the server. */
  function takeStock(): void {
    if (isTaking) return;
    followCollection();
    const newest = new Map<number, ExportedAsset>();
    const outdated = new Set<number>();
    for (const record of known()) {
      const other = newest.get(record.id) ?? told.get(record.id);
      // Nothing becomes pending again: of two copies the settled one is the newer.
      if (other === undefined || isPending(other)) newest.set(record.id, record);
      else newest.set(record.id, isPending(record) ? other : record);
      if (other !== undefined && isPending(other) !== isPending(record)) outdated.add(record.id);
    }
    showNewest([...outdated].flatMap((id) => newest.get(id) ?? []));
    let isNew = false;
    const settled: ExportedAsset[] = [];
    for (const [id, record] of newest) {
      if (!isPending(record)) settled.push(record);
      else if (!pending.has(id) && !told.has(id)) {
        pending.set(id, record);
        isNew = true;
      }
    }
    take(settled);
    if (isNew) restart();
  }

  /** An answer that was long on its way has brought an old copy: nobody would look at it again. */
  function showNewest(records: readonly ExportedAsset[]): void {
    isTaking = true;
    for (const record of records) if (!isPending(record)) showExport(queries, api, record);
    isTaking = false;
  }

  function* known(): Generator<ExportedAsset> {
    yield* collection?.get().records ?? [];
    yield* cachedExports(queries, api);
  }

  /** The collection may be another one: the demo's data was reset. */
  function followCollection(): void {
    const now = exportCollection(queries, api);
    if (now === collection) return;
    leaveCollection?.();
    // Other data, in which the same number may be another export.
    pending.clear();
    told = toldOf(now);
    collection = now;
    leaveCollection = now.subscribe(takeStock);
  }

  function restart(): void {
    schedule(pace.restart());
  }

  function onVisibility(): void {
    schedule(Math.max(0, lookedAt + pace.restart() - Date.now()));
  }

  const scope = exportScope(api);
  const leaveCache = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" && type !== "added" && type !== "removed") return;
    if (scope.every((part, place) => query.queryKey[place] === part)) takeStock();
  });
  globalThis.document?.addEventListener("visibilitychange", onVisibility);
  const leaveRuns = stopWithRuns(queries, stop);

  function stop(): void {
    clearTimeout(timer);
    looking?.abort(new DOMException("Nobody follows any more", "AbortError"));
    leaveRuns();
    leaveCache();
    leaveCollection?.();
    globalThis.document?.removeEventListener("visibilitychange", onVisibility);
    pending.clear();
  }

  takeStock();
  return {
    listeners,
    stop,
    note(record) {
      if (told.has(record.id)) return;
      // Where it is ready already, it counts as one that was pending until now.
      pending.set(record.id, record);
      if (isPending(record)) restart();
      else take([record]);
    },
  };
}
