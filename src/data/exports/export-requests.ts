import { useMemo, useSyncExternalStore } from "react";
import { describeError } from "@/api/describe-error";
import { type FieldError, getFieldError, isRejectedForAll } from "@/api/errors";
import { createExport, type ExportCreation, type ExportedAsset } from "@/api/exports";
import { type Api, type Backend, defineStore } from "@/data/backend/backend";
import { storeRecentSource } from "@/data/browser-storage/project-settings";
import { sourceKeyOf } from "@/data/catalog/source-labels";
import { addToCollection, refreshCollections } from "@/data/collection/use-collection";
import { isAborted, isOutcomeUncertain, sendJournaled } from "@/data/journal/journal";
import { type ChangeBatch, fieldChanges, newEntryId } from "@/data/journal/journal-entry";
import { readJournal } from "@/data/journal/journal-store";
import { describeFailure } from "@/data/projects/projects";
import { checkJournalEntry } from "@/data/reconcile/check-outcome";
import { createStore } from "@/lib/create-store";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { addCreatedExport } from "./export-polling";
import { exportKey, exportQueries, exportScope, getExportSource, peekExportCollection } from "./exports";

/** A request for an export. Continues after the user leaves the page. Immutable. */
export interface ExportRequest {
  readonly id: string;
  readonly api: Api;
  readonly body: ExportCreation;
  readonly batch: ChangeBatch | null;
  /** ID of the journal entry of the last attempt. */
  readonly entryId: string;
  /** In ms since 1970. */
  readonly startedAt: number;
  /**
   * `waiting`: not sent. `sending`: waiting for a response, possibly for minutes. `made`: created, see `record`.
   * `refused`: not created, see `problem`. `unknown`: may have been created, see `problem`.
   */
  readonly state: "waiting" | "sending" | "made" | "refused" | "unknown";
  /** The created export, or null before a response. */
  readonly record: ExportedAsset | null;
  /** Reason for the state `refused` or `unknown`. Null for a rejected API key, which the app reports itself. */
  readonly problem: Problem | null;
  /** The server's error about a field, if that is the reason. */
  readonly fieldError: FieldError | null;
}

const getStore = defineStore((backend) => {
  // Requests in flight are aborted too, and get an unknown outcome.
  backend.signal.addEventListener("abort", () =>
    setRequests(backend, (requests) => requests.filter(({ state }) => state !== "waiting")),
  );
  /** Oldest first. `open` is the number of requests in flight, including abandoned ones. */
  return { requests: createStore<readonly ExportRequest[]>([]), open: 0 };
});

function setRequests(
  backend: Backend,
  update: (requests: readonly ExportRequest[]) => readonly ExportRequest[],
): void {
  const store = getStore(backend).requests;
  const requests = update(store.get());
  // The browser asks before the page closes, because unsent requests would be lost. The server completes requests
  // that were sent.
  const hasUnsent = requests.some(({ state }) => state === "waiting");
  if (hasUnsent) globalThis.addEventListener?.("beforeunload", preventUnload);
  else globalThis.removeEventListener?.("beforeunload", preventUnload);
  store.set(requests);
}

const preventUnload = (event: Event) => event.preventDefault();

/** Updates a request. Does nothing if it has been dismissed, or retried since this attempt. */
function updateAttempt({ id, entryId, api }: ExportRequest, patch: Partial<ExportRequest>): void {
  const isAttempt = (request: ExportRequest) => request.id === id && request.entryId === entryId;
  setRequests(api, (requests) =>
    requests.map((request) => (isAttempt(request) ? { ...request, ...patch } : request)),
  );
}

function findRequest(backend: Backend, id: string): ExportRequest | undefined {
  const requests = getStore(backend).requests.get();
  return requests.find((request) => request.id === id);
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

/** Requests exports, at most two at a time. Returns the request IDs in the order of `bodies`. */
export function requestExports(api: Api, bodies: readonly ExportCreation[]): readonly string[] {
  const batch =
    bodies.length < 2 ? null : { id: newEntryId(), label: pluralize(bodies.length, "export", "exports") };
  const requests = bodies.map((body): ExportRequest => {
    const id = newEntryId();
    return { id, api, body, batch, record: null, ...startAttempt(id) };
  });
  setRequests(api, (earlier) => [...earlier, ...requests]);
  sendNext(api);
  return requests.map(({ id }) => id);
}

const startAttempt = (entryId: string) =>
  ({ entryId, startedAt: Date.now(), state: "waiting", problem: null, fieldError: null }) as const;

/** Sends waiting requests, as many as may be in flight. */
function sendNext(backend: Backend): void {
  const store = getStore(backend);
  const { budget } = backend.client;
  while (!backend.signal.aborted && store.open < MAX_OPEN) {
    const requests = store.requests.get();
    const next = requests.find(({ state }) => state === "waiting");
    const sending = requests.filter(({ state }) => state === "sending");
    if (next === undefined || sending.length >= MAX_CONCURRENT) return;
    const pausedUntil = budget.pausedUntil();
    if (pausedUntil !== null) {
      budget.wait(pausedUntil, backend.signal).then(
        () => sendNext(backend),
        () => undefined,
      );
      return;
    }
    void send(next);
  }
}

async function send(request: ExportRequest): Promise<void> {
  const { api } = request;
  const store = getStore(api);
  store.open += 1;
  updateAttempt(request, { state: "sending" });
  try {
    const record = await createExportJournaled(request);
    updateAttempt(request, { state: "made", record, problem: null });
    addCreatedExport(api, record);
  } catch (error) {
    const problem = describeFailure(api.client, error);
    updateAttempt(
      request,
      isOutcomeUncertain(error)
        ? { state: "unknown", problem: isAborted(error) ? ABANDONED : problem }
        : { state: "refused", problem, fieldError: getFieldError(error) },
    );
    // After a 429 error, the budget is paused.
    if (isRejectedForAll(error)) rejectWaiting(api, problem);
  } finally {
    store.open -= 1;
    sendNext(api);
  }
}

/** Rejects waiting requests after an error that affects them too. */
function rejectWaiting(api: Api, problem: Problem | null): void {
  setRequests(api, (requests) =>
    requests.map((request) =>
      request.state === "waiting" && request.api.projectId === api.projectId
        ? { ...request, state: "refused", problem }
        : request,
    ),
  );
}

/** Cancels unsent requests, and stops waiting for the responses of sent ones. */
export function stopWaiting(api: Api, ids: readonly string[]): void {
  const stopped = getStore(api)
    .requests.get()
    .filter(({ id }) => ids.includes(id));
  const unsent = stopped.filter(({ state }) => state === "waiting");
  const abandoned = stopped.filter(({ state }) => state === "sending");
  setRequests(api, (requests) => requests.filter((request) => !unsent.includes(request)));
  // Aborting the requests could make the server cancel the exports.
  for (const request of abandoned) updateAttempt(request, { state: "unknown", problem: ABANDONED });
  // Some servers list an export before they respond.
  if (abandoned.length > 0) refreshCollections(api, exportScope(api), false);
  sendNext(api);
}

/** Retries a refused or unknown request. The latter may create a second export. */
export function retryExportRequest(backend: Backend, id: string): void {
  const request = findRequest(backend, id);
  if (request?.state !== "refused" && request?.state !== "unknown") return;
  updateAttempt(request, startAttempt(newEntryId()));
  sendNext(backend);
}

/** Dismisses a request. Cancels it if it's unsent. Otherwise, its journal entry and any created export remain. */
export function dismissExportRequest(backend: Backend, id: string): void {
  setRequests(backend, (requests) => requests.filter((request) => request.id !== id));
  sendNext(backend);
}

/** Checks whether a request with an unknown outcome created an export. Never rejects. */
export async function checkExportRequest(backend: Backend, id: string): Promise<void> {
  const request = findRequest(backend, id);
  if (request?.state !== "unknown") return;
  const patch = await findOutcome(request).catch(
    (error: unknown): Partial<ExportRequest> => ({ problem: describeError(error) }),
  );
  // The response may have arrived during the check, or the request may have been retried.
  const current = findRequest(backend, id);
  if (current?.state !== "unknown" || current.entryId !== request.entryId) return;
  updateAttempt(request, patch);
  if (!patch.record) return;
  addToCollection(peekExportCollection(request.api), patch.record.id, patch.record);
  addCreatedExport(request.api, patch.record);
}

async function findOutcome({ api, entryId }: ExportRequest): Promise<Partial<ExportRequest>> {
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
export function waitForFailedRequests(backend: Backend, ids: readonly string[]) {
  const { get, subscribe } = getStore(backend).requests;
  return new Promise<readonly ExportRequest[]>((resolve) => {
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

function getFallbackName(body: ExportCreation): string {
  const { dashboard = null, insight = null, export_context = null } = body;
  const source = getExportSource({ dashboard, insight, export_context });
  if (source.kind === "recording") return `Export of recording ${source.recordingId}`;
  return "id" in source ? `Export of ${source.kind} ${source.id}` : "Export of a custom definition";
}

/** Creates an export, and adds it to the journal, the cache and the loaded list. Rejects like `Client.request`. */
async function createExportJournaled({ api, body, batch, entryId }: ExportRequest): Promise<ExportedAsset> {
  const name = getFallbackName(body);
  try {
    const { response } = await sendJournaled(api, {
      intent: {
        resource: "export",
        kind: "created",
        recordId: null,
        name,
        changes: fieldChanges({}, body, null),
      },
      scope: exportScope(api),
      origin: batch === null ? {} : { batch },
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
    addToCollection(peekExportCollection(api), response.id, response);
    return response;
  } catch (error) {
    // If the server has created the export, the refresh shows it.
    if (isOutcomeUncertain(error)) refreshCollections(api, exportScope(api), false);
    throw error;
  }
}
