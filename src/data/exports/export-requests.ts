import { useMemo, useSyncExternalStore } from "react";
import { getFieldError, HttpError } from "@/api/errors";
import { createExport, type ExportCreation, type ExportedAsset } from "@/api/exports";
import type { Api, Backend } from "@/data/backend/backend";
import { storeRecentSource } from "@/data/browser-storage/project-settings";
import { sourceKeyOf } from "@/data/catalog/source-labels";
import { describeFailure } from "@/data/client/describe-failure";
import { refreshCollections } from "@/data/collection/use-collection";
import { type ChangeOrigin, fieldChanges, newEntryId } from "@/data/journal/journal-entry";
import { isAborted, isOutcomeUncertain, sendJournaled } from "@/data/journal/journaled-request";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { addCreatedExport } from "./export-polling";
import {
  type ExportRequest,
  type ExportRequestStore,
  findExportRequest,
  getExportRequestStore,
  isSameProject,
  setRequests,
  updateRequest,
} from "./export-request-store";
import { getExportSource } from "./export-state";
import { exportKey, exportScope, prependExport } from "./exports";

export type { ExportRequest };

/** Maximum number of requests that wait for a response. */
const MAX_CONCURRENT = 2;
/** Maximum number of requests in flight, including abandoned ones. Browsers open six connections per host. */
const MAX_OPEN = 4;

const ABANDONED: Problem = {
  title: "Stopped waiting",
  detail: "The server may still create the export. If it does, the export appears in the list.",
  canRetry: false,
};

/** Whether all further requests in the project would fail with the same error. */
function isRejectedForAll(error: HttpError): boolean {
  return error.isAboutKey || [401, 402].includes(error.status) || error.missingScope !== null;
}

/**
 * Requests exports, at most two at a time. Sends each request once. Returns the request IDs in the order of `bodies`.
 */
export function requestExports(api: Api, bodies: readonly ExportCreation[]): readonly string[] {
  const store = getExportRequestStore(api);
  const batch =
    bodies.length < 2 ? null : { id: newEntryId(), label: pluralize(bodies.length, "export", "exports") };
  const requests = bodies.map((body): ExportRequest => {
    const id = newEntryId();
    store.jobs.set(id, { batch, entryId: id });
    const initialResult = { record: null, problem: null, fieldError: null };
    return { id, api, body, startedAt: Date.now(), state: "waiting", ...initialResult };
  });
  setRequests(store, [...store.requests, ...requests]);
  pump(store);
  return requests.map(({ id }) => id);
}

function pump(store: ExportRequestStore): void {
  store.wait.abort();
  while (!store.isDisposed && hasCapacity(store)) {
    const next = store.requests.find(({ state }) => state === "waiting");
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
  return (
    requests.filter(({ state }) => state === "sending").length < MAX_CONCURRENT &&
    openRequests.size < MAX_OPEN
  );
}

async function send(store: ExportRequestStore, { id, api, body }: ExportRequest): Promise<void> {
  const job = store.jobs.get(id);
  if (job === undefined) return;
  const { entryId, batch } = job;
  const abort = new AbortController();
  store.open.set(entryId, abort);
  updateRequest(store, id, { state: "sending" });
  // False after the request is retried or dismissed. This attempt still updates the journal and
  // the export list.
  const isCurrent = () => store.jobs.get(id)?.entryId === entryId;
  try {
    const origin = batch === null ? {} : { batch };
    const record = await createExportJournaled(api, body, {
      entryId,
      signal: abort.signal,
      origin,
    });
    if (isCurrent()) updateRequest(store, id, { state: "made", record, problem: null });
    addCreatedExport(api, record);
  } catch (error) {
    if (isCurrent()) noteFailure(store, { id, api }, error);
    noteRejection(store, api, error);
  } finally {
    store.open.delete(entryId);
    pump(store);
  }
}

function noteFailure(
  store: ExportRequestStore,
  { id, api }: Pick<ExportRequest, "id" | "api">,
  error: unknown,
): void {
  const problem = describeFailure(api.client, error);
  if (isOutcomeUncertain(error)) {
    updateRequest(store, id, { state: "unknown", problem: isAborted(error) ? ABANDONED : problem });
  } else {
    updateRequest(store, id, { state: "refused", problem, fieldError: getFieldError(error) });
  }
}

/** Rejects waiting requests after an error that affects them too. After a 429 error, the budget is paused. */
function noteRejection(store: ExportRequestStore, api: Api, error: unknown): void {
  if (!(error instanceof HttpError)) return;
  if (isRejectedForAll(error)) rejectWaiting(store, api, describeFailure(api.client, error));
}

function rejectWaiting(store: ExportRequestStore, api: Api, problem: Problem | null): void {
  setRequests(
    store,
    store.requests.map((request) =>
      request.state === "waiting" && isSameProject(request.api, api)
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
  const { store, request } = findExportRequest(backend, id);
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
  const { store, request, job } = findExportRequest(backend, id);
  if (job === undefined || (request?.state !== "refused" && request?.state !== "unknown")) return;
  store.jobs.set(id, { ...job, entryId: newEntryId() });
  updateRequest(store, id, { state: "waiting", startedAt: Date.now(), problem: null, fieldError: null });
  pump(store);
}

/** Dismisses a request. Cancels it if it's unsent. Otherwise, its journal entry and any created export remain. */
export function dismissExportRequest(backend: Backend, id: string): void {
  const { store } = findExportRequest(backend, id);
  store.jobs.delete(id);
  setRequests(
    store,
    store.requests.filter((request) => request.id !== id),
  );
  pump(store);
}

/** Checks whether a request with an unknown outcome created an export. Rejects only if the code doesn't load. */
export async function checkExportRequest(backend: Backend, id: string): Promise<void> {
  const { reconcileExportRequest } = await import("./check-export-request");
  await reconcileExportRequest(backend, id);
}

/** Waits until all requests have an outcome. Returns those that didn't create an export. */
export function waitForFailedRequests(
  backend: Backend,
  ids: readonly string[],
): Promise<readonly ExportRequest[]> {
  const store = getExportRequestStore(backend);
  return new Promise((resolve) => {
    function check(): void {
      const ownRequests = store.requests.filter(({ id }) => ids.includes(id));
      if (ownRequests.some(({ state }) => state === "waiting" || state === "sending")) return;
      store.listeners.delete(check);
      // Only successful requests are dismissed automatically, so a missing one counts as successful.
      resolve(ownRequests.filter(({ state }) => state !== "made"));
    }
    store.listeners.add(check);
    check();
  });
}

/** Returns a project's export requests since the page loaded, oldest first. */
export function listExportRequests(api: Api): readonly ExportRequest[] {
  return getExportRequestStore(api).requests.filter((request) => isSameProject(request.api, api));
}

export function useExportRequests(api: Api): readonly ExportRequest[] {
  const store = getExportRequestStore(api);
  const requests = useSyncExternalStore(
    (listener) => {
      store.listeners.add(listener);
      return () => store.listeners.delete(listener);
    },
    () => store.requests,
  );
  return useMemo(() => requests.filter((request) => isSameProject(request.api, api)), [requests, api]);
}

/** Some servers respond only after the file is ready (upstream-facts, Exports). */
const CREATION_TIMEOUT_MS = 15 * 60_000;

interface CreateExportOptions {
  readonly entryId: string;
  readonly signal: AbortSignal;
  readonly origin: ChangeOrigin;
}

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
  { entryId, signal, origin }: CreateExportOptions,
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
          signal,
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
