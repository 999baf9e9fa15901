import type { QueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { ExportCreation } from "@/contract/exports";
import { onBackendDisposed } from "@/data/bulk/bulk-job-store";
import type { Api } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import { refreshCollections } from "@/data/collection/use-collection";
import { newEntryId } from "@/data/journal/journal-entry";
import { isAborted, isOutcomeUncertain } from "@/data/journal/journaled-request";
import { HttpError } from "@/http/errors";
import { getFieldError } from "@/http/field-errors";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { createExportJournaled } from "./create-export";
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
import { exportScope } from "./exports";

export type { ExportRequest };

/** Creations that are waited for at once. */
const MAX_CONCURRENT = 2;
/** Creations on their way at once, those nobody waits for as well: a browser opens six connections to a host at most. */
const MAX_OPEN = 4;
/** Ms of rest where a server throttles and does not say for how long. */
const DEFAULT_COOLDOWN_MS = 5_000;

/** Those that are stopped when their backend is left. */
const STORES_WITH_DISPOSE_HANDLER = new WeakSet<ExportRequestStore>();

const ABANDONED: Problem = {
  title: "Stopped waiting",
  detail: "The server may still create it. It then appears in the list.",
  canRetry: false,
};

/** Whether every further creation of this project would be refused like this one. */
function isRejectedForAll(error: HttpError): boolean {
  return error.status === 401 || error.status === 402 || error.missingScope !== null;
}

/**
 * Has the server make exports, at most two at once, each sent once. Gives their ids, in the order of the bodies; what
 * becomes of them, `useMakings` tells.
 */
export function requestExports(
  queryClient: QueryClient,
  api: Api,
  bodies: readonly ExportCreation[],
): readonly string[] {
  const store = getExportRequestStore(queryClient);
  if (!STORES_WITH_DISPOSE_HANDLER.has(store)) onBackendDisposed(queryClient, () => stopAll(store));
  STORES_WITH_DISPOSE_HANDLER.add(store);
  const batch =
    bodies.length < 2 ? null : { id: newEntryId(), label: pluralize(bodies.length, "export", "exports") };
  const requests = bodies.map((body): ExportRequest => {
    const id = newEntryId();
    store.jobs.set(id, { batch, entryId: id });
    const initialResult = { record: null, problem: null, fieldError: null };
    return { id, api, body, startedAt: Date.now(), state: "waiting", ...initialResult };
  });
  setRequests(store, [...store.requests, ...requests]);
  pump(queryClient, store);
  return requests.map(({ id }) => id);
}

function pump(queryClient: QueryClient, store: ExportRequestStore): void {
  clearTimeout(store.cooldownTimer);
  const cooldownMs = store.retryAt - Date.now();
  if (cooldownMs > 0) {
    store.cooldownTimer = setTimeout(() => pump(queryClient, store), cooldownMs);
    return;
  }
  while (!store.isDisposed && hasCapacity(store)) {
    const next = store.requests.find(({ state }) => state === "waiting");
    if (next === undefined) return;
    void send(queryClient, store, next);
  }
}

function hasCapacity({ requests, open: openRequests }: ExportRequestStore): boolean {
  return (
    requests.filter(({ state }) => state === "sending").length < MAX_CONCURRENT &&
    openRequests.size < MAX_OPEN
  );
}

async function send(
  queryClient: QueryClient,
  store: ExportRequestStore,
  { id, api, body }: ExportRequest,
): Promise<void> {
  const job = store.jobs.get(id);
  if (job === undefined) return;
  const { entryId, batch } = job;
  const abort = new AbortController();
  store.open.set(entryId, abort);
  updateRequest(store, id, { state: "sending" });
  // Sent again meanwhile, or dismissed: then the journal and the list alone tell of this try.
  const isCurrent = () => store.jobs.get(id)?.entryId === entryId;
  try {
    const origin = batch === null ? {} : { batch };
    const record = await createExportJournaled(queryClient, api, body, {
      entryId,
      signal: abort.signal,
      origin,
    });
    if (isCurrent()) updateRequest(store, id, { state: "made", record, problem: null });
    addCreatedExport(queryClient, api, record);
  } catch (error) {
    if (isCurrent()) noteFailure(store, { id, api }, error);
    noteRejection(store, api, error);
  } finally {
    store.open.delete(entryId);
    pump(queryClient, store);
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

/** Spares the server, and the person, what would be refused in the same way. */
function noteRejection(store: ExportRequestStore, api: Api, error: unknown): void {
  if (!(error instanceof HttpError)) return;
  if (error.status === 429) {
    store.retryAt = Math.max(store.retryAt, Date.now() + (error.retryAfterMs ?? DEFAULT_COOLDOWN_MS));
  }
  if (isRejectedForAll(error)) rejectWaiting(store, api, describeFailure(api.client, error));
}

/** What waits would be refused as well, so it is not sent. */
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

/** Ends everything: the backend is left. What is on its way has an outcome nobody knows. */
function stopAll(store: ExportRequestStore): void {
  store.isDisposed = true;
  clearTimeout(store.cooldownTimer);
  setRequests(
    store,
    store.requests.filter(({ state }) => state !== "waiting"),
  );
  const reason = new DOMException("The connection was left", "AbortError");
  for (const abort of store.open.values()) abort.abort(reason);
}

/**
 * Stops waiting: what was not sent is not sent any more, and of what was, the answer is let go. The export is not lost:
 * the list shows it, and this creation too should its answer still come.
 */
export function stopWaiting(queryClient: QueryClient, id: string): void {
  const { store, request } = findExportRequest(queryClient, id);
  if (request?.state === "waiting") dismissExportRequest(queryClient, id);
  if (request?.state !== "sending") return;
  // Not aborted: a server that notices might give up making it.
  updateRequest(store, id, { state: "unknown", problem: ABANDONED });
  // Such servers list it while they make it: then it is followed there.
  refreshCollections(queryClient, exportScope(request.api), false);
  pump(queryClient, store);
}

/** Stops waiting for several. What was not sent comes first: it would take the place of what is let go. */
export function stopWaitingForAll(queryClient: QueryClient, requests: readonly ExportRequest[]): void {
  for (const { id, state } of requests) if (state === "waiting") stopWaiting(queryClient, id);
  for (const { id, state } of requests) if (state !== "waiting") stopWaiting(queryClient, id);
}

/** Sends a creation again that was refused, or whose outcome is unknown: then there may be two of them. */
export function retryExportRequest(queryClient: QueryClient, id: string): void {
  const { store, request, job } = findExportRequest(queryClient, id);
  if (job === undefined || (request?.state !== "refused" && request?.state !== "unknown")) return;
  store.jobs.set(id, { ...job, entryId: newEntryId() });
  updateRequest(store, id, { state: "waiting", startedAt: Date.now(), problem: null, fieldError: null });
  pump(queryClient, store);
}

/** Forgets a creation. One that waits is not sent; of one that was sent, the journal and the list still tell. */
export function dismissExportRequest(queryClient: QueryClient, id: string): void {
  const { store } = findExportRequest(queryClient, id);
  store.jobs.delete(id);
  setRequests(
    store,
    store.requests.filter((request) => request.id !== id),
  );
  pump(queryClient, store);
}

/** Looks on the server what became of a creation whose outcome is unknown. Rejects only where its code does not load. */
export async function checkExportRequest(queryClient: QueryClient, id: string): Promise<void> {
  const { reconcileExportRequest: lookForMaking } = await import("./check-export-request");
  await lookForMaking(queryClient, id);
}

/** Waits until each of these has an outcome, known or not; gives those that are not made. */
export function waitForFailedRequests(
  queryClient: QueryClient,
  ids: readonly string[],
): Promise<readonly ExportRequest[]> {
  const store = getExportRequestStore(queryClient);
  return new Promise((resolve) => {
    function check(): void {
      const ownRequests = store.requests.filter(({ id }) => ids.includes(id));
      if (ownRequests.some(({ state }) => state === "waiting" || state === "sending")) return;
      store.listeners.delete(check);
      // What is made may be dismissed already.
      resolve(ownRequests.filter(({ state }) => state !== "made"));
    }
    store.listeners.add(check);
    check();
  });
}

/** The creations of a project since the page was loaded, oldest first. */
export function listExportRequests(queryClient: QueryClient, api: Api): readonly ExportRequest[] {
  return getExportRequestStore(queryClient).requests.filter((request) => isSameProject(request.api, api));
}

/** The creations of a project since the page was loaded, oldest first, kept up to date. */
export function useExportRequests(queryClient: QueryClient, api: Api): readonly ExportRequest[] {
  const store = getExportRequestStore(queryClient);
  const requests = useSyncExternalStore(
    (listener) => {
      store.listeners.add(listener);
      return () => store.listeners.delete(listener);
    },
    () => store.requests,
  );
  return useMemo(() => requests.filter((request) => isSameProject(request.api, api)), [requests, api]);
}
