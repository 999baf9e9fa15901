import type { FieldError } from "@/api/errors";
import type { ExportCreation, ExportedAsset } from "@/api/exports";
import type { Api, Backend } from "@/data/backend/backend";
import { defineStore } from "@/data/backend/backend";
import type { ChangeBatch } from "@/data/journal/journal-entry";
import type { Problem } from "@/lib/text/problem";

/**
 * `waiting`: not sent. `sending`: waiting for a response, possibly for minutes. `made`: created, see `record`.
 * `refused`: not created, see `problem`. `unknown`: may have been created, see `problem`.
 */
export type ExportRequestState = "waiting" | "sending" | "made" | "refused" | "unknown";

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
export interface ExportRequestJob {
  readonly batch: ChangeBatch | null;
  readonly entryId: string;
}

export interface ExportRequestStore {
  /** Oldest first. */
  requests: readonly ExportRequest[];
  /** By request ID. */
  readonly jobs: Map<string, ExportRequestJob>;
  /** Requests in flight, by journal entry ID. */
  readonly open: Map<string, AbortController>;
  readonly listeners: Set<() => void>;
  /** Ends the wait of the next request for a server that refused one. */
  wait: AbortController;
  /** Whether the backend has been disposed. If so, nothing is sent. */
  isDisposed: boolean;
}

export const getExportRequestStore = defineStore(({ signal }) => {
  const store: ExportRequestStore = {
    requests: [],
    jobs: new Map(),
    open: new Map(),
    listeners: new Set(),
    wait: new AbortController(),
    isDisposed: false,
  };
  signal.addEventListener("abort", () => stopAll(store));
  return store;
});

/** Drops unsent requests when the backend is disposed. Requests in flight get an unknown outcome. */
function stopAll(store: ExportRequestStore): void {
  store.isDisposed = true;
  store.wait.abort();
  setRequests(
    store,
    store.requests.filter(({ state }) => state !== "waiting"),
  );
  const reason = new DOMException("The connection was closed", "AbortError");
  for (const abort of store.open.values()) abort.abort(reason);
}

export function setRequests(store: ExportRequestStore, requests: readonly ExportRequest[]): void {
  store.requests = requests;
  // The browser asks before the page closes, because unsent requests would be lost. The server completes requests
  // that were sent.
  const hasUnsent = requests.some(({ state }) => state === "waiting");
  if (hasUnsent) globalThis.addEventListener?.("beforeunload", preventUnload);
  else globalThis.removeEventListener?.("beforeunload", preventUnload);
  for (const listener of store.listeners) listener();
}

function preventUnload(event: Event): void {
  event.preventDefault();
}

/** Updates a request. Does nothing if the request has been dismissed. */
export function updateRequest(store: ExportRequestStore, id: string, patch: Partial<ExportRequest>): void {
  setRequests(
    store,
    store.requests.map((request) => (request.id === id ? { ...request, ...patch } : request)),
  );
}

export function findExportRequest(backend: Backend, id: string) {
  const store = getExportRequestStore(backend);
  return { store, request: store.requests.find((each) => each.id === id), job: store.jobs.get(id) };
}

export function isSameProject(one: Api, other: Api): boolean {
  return one.client.connection.id === other.client.connection.id && one.projectId === other.projectId;
}
