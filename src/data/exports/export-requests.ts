import { useMemo, useSyncExternalStore } from "react";
import { describeError } from "@/api/describe-error";
import { type FieldError, getFieldError, isRejectedForAll } from "@/api/errors";
import { createExport, type ExportCreation, type ExportedAsset } from "@/api/exports";
import { type Api, type Backend, defineStore } from "@/data/backend/backend";
import { storeRecentSource } from "@/data/browser-storage/project-settings";
import { sourceKeyOf } from "@/data/catalog/source-labels";
import { refreshCollections } from "@/data/collection/use-collection";
import { isAborted, isOutcomeUncertain, sendJournaled } from "@/data/journal/journal";
import { type ChangeBatch, type ChangeOrigin, fieldChanges, newEntryId } from "@/data/journal/journal-entry";
import { describeFailure } from "@/data/projects/projects";
import { createStore, type Store } from "@/lib/create-store";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { addCreatedExport } from "./export-polling";
import { exportKey, exportQueries, exportScope, getExportSource, prependExport } from "./exports";

/**
 * `waiting`: not sent. `sending`: waiting for a response, possibly for minutes. `made`: created, see `record`.
 * `refused`: not created, see `problem`. `unknown`: may have been created, see `problem`.
 */
type ExportRequestState = "waiting" | "sending" | "made" | "refused" | "unknown";

/** A request for an export. Continues after the user leaves the page. Immutable. */
export interface ExportRequest {
  readonly id: string;
  readonly api: Api;
  readonly body: ExportCreation;
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly state: ExportRequestState;
  /** The created export, or null before a response. */
  readonly record: ExportedAsset | null;
  /** Reason for the state `refused` or `unknown`. Null for a rejected API key, which the app reports itself. */
  readonly problem: Problem | null;
  /** The server's error about a field, if that is the reason. */
  readonly fieldError: FieldError | null;
}

/** Internal data of a request. */
interface ExportRequestJob {
  readonly batch: ChangeBatch | null;
  readonly entryId: string;
}

interface ExportRequestStore extends Pick<Backend, "signal"> {
  /** Oldest first. */
  readonly requests: Store<readonly ExportRequest[]>;
  /** By request ID. */
  readonly jobs: Map<string, ExportRequestJob>;
  /** Journal entry IDs of the requests in flight. */
  readonly open: Set<string>;
  /** Ends the wait of the next request for a server that refused one. */
  wait: AbortController;
}

const getStore = defineStore(({ signal }) => {
  const store: ExportRequestStore = {
    signal,
    requests: createStore<readonly ExportRequest[]>([]),
    jobs: new Map(),
    open: new Set(),
    wait: new AbortController(),
  };
  // Requests in flight are aborted too, and get an unknown outcome.
  signal.addEventListener("abort", () => {
    store.wait.abort();
    setRequests(store, (requests) => requests.filter(({ state }) => state !== "waiting"));
  });
  return store;
});

function setRequests(
  store: ExportRequestStore,
  update: (requests: readonly ExportRequest[]) => readonly ExportRequest[],
): void {
  const requests = update(store.requests.get());
  // The browser asks before the page closes, because unsent requests would be lost. The server completes requests
  // that were sent.
  const hasUnsent = requests.some(({ state }) => state === "waiting");
  if (hasUnsent) globalThis.addEventListener?.("beforeunload", preventUnload);
  else globalThis.removeEventListener?.("beforeunload", preventUnload);
  store.requests.set(requests);
}

function preventUnload(event: Event): void {
  event.preventDefault();
}

/** Updates a request. Does nothing if the request has been dismissed. */
function updateRequest(store: ExportRequestStore, id: string, patch: Partial<ExportRequest>): void {
  setRequests(store, (requests) =>
    requests.map((request) => (request.id === id ? { ...request, ...patch } : request)),
  );
}

function findRequest(backend: Backend, id: string) {
  const store = getStore(backend);
  return { store, request: store.requests.get().find((each) => each.id === id), job: store.jobs.get(id) };
}

/** Maximum number of requests that wait for a response. */
const MAX_CONCURRENT = 2;
/** Maximum number of requests in flight, including abandoned ones. Browsers open six connections per host. */
const MAX_OPEN = 4;

const ABANDONED: Problem = {
  title: "Stopped waiting",
  detail: "The server may still create the export. If it does, the export appears in the list.",
  canRetry: false,
};

/**
 * Requests exports, at most two at a time. Sends each request once. Returns the request IDs in the order of `bodies`.
 */
export function requestExports(api: Api, bodies: readonly ExportCreation[]): readonly string[] {
  const store = getStore(api);
  const batch =
    bodies.length < 2 ? null : { id: newEntryId(), label: pluralize(bodies.length, "export", "exports") };
  const requests = bodies.map((body): ExportRequest => {
    const id = newEntryId();
    store.jobs.set(id, { batch, entryId: id });
    const initialResult = { record: null, problem: null, fieldError: null };
    return { id, api, body, startedAt: Date.now(), state: "waiting", ...initialResult };
  });
  setRequests(store, (earlier) => [...earlier, ...requests]);
  pump(store);
  return requests.map(({ id }) => id);
}

function pump(store: ExportRequestStore): void {
  store.wait.abort();
  while (!store.signal.aborted && hasCapacity(store)) {
    const next = store.requests.get().find(({ state }) => state === "waiting");
    if (next === undefined) return;
    const { budget } = next.api.client;
    const pausedUntil = budget.pausedUntil();
    if (pausedUntil !== null) {
      store.wait = new AbortController();
      // A wait is aborted when another one starts.
      budget.wait(pausedUntil, store.wait.signal).then(
        () => pump(store),
        () => undefined,
      );
      return;
    }
    void send(store, next);
  }
}

function hasCapacity({ requests, open: openRequests }: ExportRequestStore): boolean {
  const sending = requests.get().filter(({ state }) => state === "sending");
  return sending.length < MAX_CONCURRENT && openRequests.size < MAX_OPEN;
}

async function send(store: ExportRequestStore, { id, api, body }: ExportRequest): Promise<void> {
  const job = store.jobs.get(id);
  if (job === undefined) return;
  const { entryId, batch } = job;
  store.open.add(entryId);
  updateRequest(store, id, { state: "sending" });
  // False after the request is retried or dismissed. This attempt still updates the journal and
  // the export list.
  const isCurrent = () => store.jobs.get(id)?.entryId === entryId;
  try {
    const origin = batch === null ? {} : { batch };
    const record = await createExportJournaled(api, body, { entryId, origin });
    if (isCurrent()) updateRequest(store, id, { state: "made", record, problem: null });
    addCreatedExport(api, record);
  } catch (error) {
    const problem = describeFailure(api.client, error);
    if (isCurrent()) updateRequest(store, id, describeOutcome(error, problem));
    // After a 429 error, the budget is paused.
    if (isRejectedForAll(error)) rejectWaiting(store, api, problem);
  } finally {
    store.open.delete(entryId);
    pump(store);
  }
}

function describeOutcome(error: unknown, problem: Problem | null): Partial<ExportRequest> {
  return isOutcomeUncertain(error)
    ? { state: "unknown", problem: isAborted(error) ? ABANDONED : problem }
    : { state: "refused", problem, fieldError: getFieldError(error) };
}

/** Rejects waiting requests after an error that affects them too. */
function rejectWaiting(store: ExportRequestStore, api: Api, problem: Problem | null): void {
  setRequests(store, (requests) =>
    requests.map((request) =>
      request.state === "waiting" && request.api.projectId === api.projectId
        ? { ...request, state: "refused", problem }
        : request,
    ),
  );
}

/**
 * Cancels an unsent request, or stops waiting for the response of a sent one. If the server creates the export, the
 * list shows it.
 */
export function stopWaiting(backend: Backend, id: string): void {
  const { store, request } = findRequest(backend, id);
  if (request?.state === "waiting") dismissExportRequest(backend, id);
  if (request?.state !== "sending") return;
  // Aborting the request could make the server cancel the export.
  updateRequest(store, id, { state: "unknown", problem: ABANDONED });
  // Some servers list an export before they respond.
  refreshCollections(backend, exportScope(request.api), false);
  pump(store);
}

/**
 * Applies `stopWaiting` to several requests. Handles unsent ones first, because abandoning a sent request would
 * otherwise let the next unsent one be sent.
 */
export function stopWaitingForAll(backend: Backend, requests: readonly ExportRequest[]): void {
  for (const { id, state } of requests) if (state === "waiting") stopWaiting(backend, id);
  for (const { id, state } of requests) if (state !== "waiting") stopWaiting(backend, id);
}

/** Retries a refused or unknown request. After an unknown outcome, the retry may create a second export. */
export function retryExportRequest(backend: Backend, id: string): void {
  const { store, request, job } = findRequest(backend, id);
  if (job === undefined || (request?.state !== "refused" && request?.state !== "unknown")) return;
  store.jobs.set(id, { ...job, entryId: newEntryId() });
  updateRequest(store, id, { state: "waiting", startedAt: Date.now(), problem: null, fieldError: null });
  pump(store);
}

/** Dismisses a request. Cancels it if it's unsent. Otherwise, its journal entry and any created export remain. */
export function dismissExportRequest(backend: Backend, id: string): void {
  const { store } = findRequest(backend, id);
  store.jobs.delete(id);
  setRequests(store, (requests) => requests.filter((request) => request.id !== id));
  pump(store);
}

/** Checks whether a request with an unknown outcome created an export. Rejects only if the code doesn't load. */
export async function checkExportRequest(backend: Backend, id: string): Promise<void> {
  const { store, request, job } = findRequest(backend, id);
  if (request?.state !== "unknown" || job === undefined) return;
  const code = await Promise.all([
    import("@/data/journal/journal-store"),
    import("@/data/reconcile/check-outcome"),
  ]);
  const patch = await findOutcome(request.api, job.entryId, code).catch(
    (error: unknown): Partial<ExportRequest> => ({ problem: describeError(error) }),
  );
  const current = findRequest(backend, id);
  // The response may have arrived during the check, or the request may have been retried.
  if (current.request?.state !== "unknown" || current.job?.entryId !== job.entryId) return;
  updateRequest(store, id, patch);
  if (!patch.record) return;
  prependExport(request.api, patch.record);
  addCreatedExport(request.api, patch.record);
}

async function findOutcome(
  api: Api,
  entryId: string,
  [{ readJournal }, { checkJournalEntry }]: readonly [
    typeof import("@/data/journal/journal-store"),
    typeof import("@/data/reconcile/check-outcome"),
  ],
): Promise<Partial<ExportRequest>> {
  const entry = (await readJournal(api)).find((each) => each.id === entryId);
  const checked = entry && (await checkJournalEntry(api, entry));
  const detail = checked?.reason ?? "The change was deleted from Activity. Check the list of exports.";
  if (checked?.outcome === "done" && typeof checked.recordId === "number") {
    const record = await api.queryClient.fetchQuery(exportQueries.detail(api, checked.recordId));
    return { state: "made", record, problem: null };
  }
  if (checked?.outcome === "refused") {
    return { state: "refused", problem: { title: "The export wasn't created", detail, canRetry: true } };
  }
  return { problem: { title: "Couldn't confirm that the export was created", detail, canRetry: false } };
}

/** Waits until all requests have an outcome. Returns those that didn't create an export. */
export function waitForFailedRequests(
  backend: Backend,
  ids: readonly string[],
): Promise<readonly ExportRequest[]> {
  const { get, subscribe } = getStore(backend).requests;
  return new Promise((resolve) => {
    function check(): void {
      const ownRequests = get().filter(({ id }) => ids.includes(id));
      if (ownRequests.some(({ state }) => state === "waiting" || state === "sending")) return;
      unsubscribe();
      // Only successful requests are dismissed automatically, so a missing one counts as successful.
      resolve(ownRequests.filter(({ state }) => state !== "made"));
    }
    const unsubscribe = subscribe(check);
    check();
  });
}

/** Returns a project's export requests since the page loaded, oldest first. */
export function listExportRequests(api: Api): readonly ExportRequest[] {
  return filterProject(getStore(api).requests.get(), api);
}

export function useExportRequests(api: Api): readonly ExportRequest[] {
  const { subscribe, get } = getStore(api).requests;
  const requests = useSyncExternalStore(subscribe, get);
  return useMemo(() => filterProject(requests, api), [requests, api]);
}

function filterProject(requests: readonly ExportRequest[], { projectId }: Api): readonly ExportRequest[] {
  return requests.filter(({ api }) => api.projectId === projectId);
}

/** Some servers respond only after the file is ready (upstream-facts, Exports). */
const CREATION_TIMEOUT_MS = 15 * 60_000;

function getFallbackName({
  dashboard = null,
  insight = null,
  export_context = null,
}: ExportCreation): string {
  const source = getExportSource({ dashboard, insight, export_context });
  switch (source.kind) {
    case "dashboard":
      return `Export of dashboard ${source.id}`;
    case "insight":
      return `Export of insight ${source.id}`;
    case "recording":
      return `Export of recording ${source.recordingId}`;
    default:
      return "Export of a custom definition";
  }
}

/**
 * Creates an export, records it in the journal, and adds it to the cache and the loaded list. Can take minutes.
 * Rejects like `Client.request`.
 */
async function createExportJournaled(
  api: Api,
  body: ExportCreation,
  { entryId, origin }: { readonly entryId: string; readonly origin: ChangeOrigin },
): Promise<ExportedAsset> {
  const name = getFallbackName(body);
  try {
    const { response } = await sendJournaled(api, {
      intent: {
        resource: "export",
        recordId: null,
        name,
        kind: "created",
        changes: fieldChanges({}, body, null),
      },
      scope: exportScope(api),
      origin,
      entryId,
      send: () =>
        api.client.request(createExport, {
          path: { project_id: api.projectId },
          body,
          signal: api.signal,
          timeoutMs: CREATION_TIMEOUT_MS,
        }),
      describeResponse: (record) => ({
        recordId: record.id,
        name: record.filename?.trim() || name,
        changes: fieldChanges({}, body, record),
      }),
    });
    const source = sourceKeyOf(response);
    if (source !== null) storeRecentSource(api, source);
    api.queryClient.setQueryData(exportKey(api, response.id), response);
    prependExport(api, response);
    return response;
  } catch (error) {
    // If the server has created the export, the refresh shows it.
    if (isOutcomeUncertain(error)) refreshCollections(api, exportScope(api), false);
    throw error;
  }
}
