import type { QueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { ExportCreation, ExportedAsset } from "@/contract/exports";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import { plural } from "@/lib/numbers";
import type { Problem } from "@/lib/problem";
import type { Api } from "./api-context";
import { stopWithRuns } from "./bulk-runs";
import { noteMade } from "./export-follow";
import { createExportRecorded } from "./export-writes";
import { exportQueries } from "./exports";
import { newEntryId, type WriteBatch } from "./journal-entry";
import { isGivenUp, isOutcomeUnknown } from "./write-outcome";

/**
 * `waiting`: not sent yet. `sending`: its answer is awaited, at once or for minutes. `made`: see `record`. `refused`:
 * clearly not made, see `problem`. `unknown`: it may have been made, see `problem`.
 */
export type MakingState = "waiting" | "sending" | "made" | "refused" | "unknown";

/** The creation of one export. It lives on when its page is left; a new object after every change. */
export interface Making {
  readonly id: string;
  readonly api: Api;
  readonly body: ExportCreation;
  /** When it was asked for, in ms since 1970. */
  readonly startedAt: number;
  readonly state: MakingState;
  /** What the server has made; null before it says so. */
  readonly record: ExportedAsset | null;
  /** Why it is refused or unknown. */
  readonly problem: Problem | null;
}

/** What a creation is besides what is shown. */
interface Job {
  readonly batch: WriteBatch | null;
  /** Id of the journal's entry of the last try. */
  readonly entryId: string;
  /** Nobody waits for the answer any more, but it may still come. */
  readonly isLetGo: boolean;
}

interface Store {
  /** Oldest first. */
  makings: readonly Making[];
  /** By id of the creation. */
  readonly jobs: Map<string, Job>;
  /** What is on its way, by id of the journal's entry. */
  readonly open: Map<string, AbortController>;
  readonly listeners: Set<() => void>;
  /** Until when the server asks not to send, in ms since 1970. */
  restsUntil: number;
  restTimer: ReturnType<typeof setTimeout> | undefined;
  /** The backend was left: nothing is sent any more. */
  isLeft: boolean;
}

/** Creations that are waited for at once. */
const AT_ONCE = 2;
/** Creations on their way at once, those nobody waits for as well: a browser opens six connections to a host at most. */
const MOST_OPEN = 4;
/** Ms of rest where a server throttles and does not say for how long. */
const REST_UNSAID = 5_000;

const LET_GO: Problem = {
  title: "Not waited for any more",
  detail: "The server goes on making it. It stands in the list once it is there.",
  canRetry: false,
};

/** One backend has one query client; its creations live as long. */
const STORES = new WeakMap<QueryClient, Store>();

function storeOf(queries: QueryClient): Store {
  const known = STORES.get(queries);
  if (known !== undefined) return known;
  const store: Store = {
    makings: [],
    jobs: new Map(),
    open: new Map(),
    listeners: new Set(),
    restsUntil: 0,
    restTimer: undefined,
    isLeft: false,
  };
  STORES.set(queries, store);
  stopWithRuns(queries, () => stopAll(store));
  return store;
}

function show(store: Store, makings: readonly Making[]): void {
  store.makings = makings;
  // Leaving the page would leave these unsent; what is sent goes on at the server.
  const hasUnsent = makings.some(({ state }) => state === "waiting");
  if (hasUnsent) globalThis.addEventListener?.("beforeunload", warn);
  else globalThis.removeEventListener?.("beforeunload", warn);
  for (const listener of store.listeners) listener();
}

function warn(event: Event): void {
  event.preventDefault();
}

function change(store: Store, id: string, part: Partial<Making>): void {
  show(
    store,
    store.makings.map((making) => (making.id === id ? { ...making, ...part } : making)),
  );
}

/** Whether every further creation of this project would be refused like this one. */
function isRefusedForAll(error: HttpError): boolean {
  return error.status === 401 || error.status === 402 || error.missingScope !== null;
}

/**
 * Has the server make exports, at most two at once, each sent once. Gives their ids, in the order of the bodies; what
 * becomes of them, `useMakings` tells.
 */
export function makeExports(
  queries: QueryClient,
  api: Api,
  bodies: readonly ExportCreation[],
): readonly string[] {
  const store = storeOf(queries);
  const batch =
    bodies.length < 2 ? null : { id: newEntryId(), label: plural(bodies.length, "export", "exports") };
  const makings = bodies.map((body): Making => {
    const id = newEntryId();
    store.jobs.set(id, { batch, entryId: id, isLetGo: false });
    return { id, api, body, startedAt: Date.now(), state: "waiting", record: null, problem: null };
  });
  show(store, [...store.makings, ...makings]);
  pump(queries, store);
  return makings.map(({ id }) => id);
}

function pump(queries: QueryClient, store: Store): void {
  clearTimeout(store.restTimer);
  const rest = store.restsUntil - Date.now();
  if (rest > 0) {
    store.restTimer = setTimeout(() => pump(queries, store), rest);
    return;
  }
  while (!store.isLeft && hasRoom(store)) {
    const next = store.makings.find(({ state }) => state === "waiting");
    if (next === undefined) return;
    void send(queries, store, next);
  }
}

function hasRoom({ makings, open }: Store): boolean {
  return makings.filter(({ state }) => state === "sending").length < AT_ONCE && open.size < MOST_OPEN;
}

async function send(queries: QueryClient, store: Store, { id, api, body }: Making): Promise<void> {
  const job = store.jobs.get(id);
  if (job === undefined) return;
  const { entryId, batch } = job;
  const abort = new AbortController();
  store.open.set(entryId, abort);
  change(store, id, { state: "sending" });
  // Sent again meanwhile, or dismissed: then the journal and the list alone tell of this try.
  const isCurrent = () => store.jobs.get(id)?.entryId === entryId;
  try {
    const origin = batch === null ? {} : { batch };
    const record = await createExportRecorded(queries, api, body, { entryId, signal: abort.signal, origin });
    if (isCurrent()) change(store, id, { state: "made", record, problem: null });
    noteMade(queries, api, record);
  } catch (error) {
    if (isCurrent()) noteFailure(store, id, error);
    noteRefusal(store, api, error);
  } finally {
    store.open.delete(entryId);
    pump(queries, store);
  }
}

function noteFailure(store: Store, id: string, error: unknown): void {
  if (!isOutcomeUnknown(error)) {
    change(store, id, { state: "refused", problem: describeError(error) });
  } else if (store.jobs.get(id)?.isLetGo !== true) {
    change(store, id, { state: "unknown", problem: isGivenUp(error) ? LET_GO : describeError(error) });
  }
}

/** Spares the server, and the person, what would be refused in the same way. */
function noteRefusal(store: Store, api: Api, error: unknown): void {
  if (!(error instanceof HttpError)) return;
  if (error.status === 429) {
    store.restsUntil = Math.max(store.restsUntil, Date.now() + (error.retryAfter ?? REST_UNSAID));
  }
  if (isRefusedForAll(error)) refuseWaiting(store, api, describeError(error));
}

/** What waits would be refused as well, so it is not sent. */
function refuseWaiting(store: Store, api: Api, problem: Problem): void {
  show(
    store,
    store.makings.map((making) =>
      making.state === "waiting" && isSameProject(making.api, api)
        ? { ...making, state: "refused", problem }
        : making,
    ),
  );
}

function isSameProject(one: Api, other: Api): boolean {
  return one.client.connection.id === other.client.connection.id && one.projectId === other.projectId;
}

/** Ends everything: the backend is left. What is on its way has an outcome nobody knows. */
function stopAll(store: Store): void {
  store.isLeft = true;
  clearTimeout(store.restTimer);
  show(
    store,
    store.makings.filter(({ state }) => state !== "waiting"),
  );
  const reason = new DOMException("The connection was left", "AbortError");
  for (const abort of store.open.values()) abort.abort(reason);
}

/**
 * Stops waiting: what was not sent is not sent any more, and of what was, the answer is let go. The export is not lost:
 * the list shows it, and this creation too should its answer still come.
 */
export function stopWaiting(queries: QueryClient, id: string): void {
  const { store, making, job } = find(queries, id);
  if (making?.state === "waiting") dismissMaking(queries, id);
  if (making?.state !== "sending" || job === undefined) return;
  // Not aborted: a server that notices might give up making it.
  store.jobs.set(id, { ...job, isLetGo: true });
  change(store, id, { state: "unknown", problem: LET_GO });
  pump(queries, store);
}

function find(queries: QueryClient, id: string) {
  const store = storeOf(queries);
  return { store, making: store.makings.find((each) => each.id === id), job: store.jobs.get(id) };
}

/** Sends a creation again that was refused, or whose outcome is unknown: then there may be two of them. */
export function retryMaking(queries: QueryClient, id: string): void {
  const { store, making, job } = find(queries, id);
  if (job === undefined || (making?.state !== "refused" && making?.state !== "unknown")) return;
  store.jobs.set(id, { ...job, entryId: newEntryId(), isLetGo: false });
  change(store, id, { state: "waiting", startedAt: Date.now(), problem: null });
  pump(queries, store);
}

/** Forgets a creation. One that waits is not sent; of one that was sent, the journal and the list still tell. */
export function dismissMaking(queries: QueryClient, id: string): void {
  const { store } = find(queries, id);
  store.jobs.delete(id);
  show(
    store,
    store.makings.filter((making) => making.id !== id),
  );
  pump(queries, store);
}

/** Looks on the server what became of a creation whose outcome is unknown. Never rejects. */
export async function checkMaking(queries: QueryClient, id: string): Promise<void> {
  const { store, making, job } = find(queries, id);
  if (making?.state !== "unknown" || job === undefined) return;
  const part = await lookFor(queries, making.api, job.entryId).catch((error: unknown) => ({
    problem: describeError(error),
  }));
  const now = find(queries, id);
  // Meanwhile its answer may have come, or a person has sent it again.
  if (now.making?.state === "unknown" && now.job?.entryId === job.entryId) change(store, id, part);
}

async function lookFor(queries: QueryClient, api: Api, entryId: string): Promise<Partial<Making>> {
  const [{ readJournal }, { checkEntry }] = await Promise.all([
    import("./journal-store"),
    import("./journal-check"),
  ]);
  const entry = (await readJournal(api)).find((each) => each.id === entryId);
  const checked = entry && (await checkEntry(queries, api, entry));
  const detail = checked?.reason ?? "The journal has no entry of it any more.";
  if (checked?.outcome === "done" && checked.recordId !== null) {
    const record = await queries.fetchQuery(exportQueries.detail(api, checked.recordId));
    return { state: "made", record, problem: null };
  }
  if (checked?.outcome === "refused") {
    return { state: "refused", problem: { title: "It was not made", detail, canRetry: true } };
  }
  return { problem: { title: "Nothing tells yet whether it was made", detail, canRetry: false } };
}

/** The creations of a project since the page was loaded, oldest first. */
export function listMakings(queries: QueryClient, api: Api): readonly Making[] {
  return storeOf(queries).makings.filter((making) => isSameProject(making.api, api));
}

/** The creations of a project since the page was loaded, oldest first, kept up to date. */
export function useMakings(queries: QueryClient, api: Api): readonly Making[] {
  const store = storeOf(queries);
  const makings = useSyncExternalStore(
    (listener) => {
      store.listeners.add(listener);
      return () => store.listeners.delete(listener);
    },
    () => store.makings,
  );
  return useMemo(() => makings.filter((making) => isSameProject(making.api, api)), [makings, api]);
}
