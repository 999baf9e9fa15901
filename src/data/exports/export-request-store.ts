import type { QueryClient } from "@tanstack/react-query";
import type { ExportCreation, ExportedAsset } from "@/contract/exports";
import type { Api } from "@/data/client/api-context";
import type { ChangeBatch } from "@/data/journal/journal-entry";
import type { FieldError } from "@/http/field-errors";
import type { Problem } from "@/lib/text/problem";

/**
 * `waiting`: not sent yet. `sending`: its answer is awaited, at once or for minutes. `made`: see `record`. `refused`:
 * clearly not made, see `problem`. `unknown`: it may have been made, see `problem`.
 */
export type ExportRequestState = "waiting" | "sending" | "made" | "refused" | "unknown";

/** The creation of one export. It lives on when its page is left; a new object after every change. */
export interface ExportRequest {
  readonly id: string;
  readonly api: Api;
  readonly body: ExportCreation;
  /** When it was asked for, in ms since 1970. */
  readonly startedAt: number;
  readonly state: ExportRequestState;
  /** What the server has made; null before it says so. */
  readonly record: ExportedAsset | null;
  /** Why it is refused or unknown; null where the app says it itself, once for every page. */
  readonly problem: Problem | null;
  /** What the server says of a single field, where that is why. */
  readonly fieldError: FieldError | null;
}

/** What a creation is besides what is shown. */
export interface ExportRequestJob {
  readonly batch: ChangeBatch | null;
  /** Id of the journal's entry of the last try. */
  readonly entryId: string;
}

/** Everything that is known of the creations of one backend. */
export interface ExportRequestStore {
  /** Oldest first. */
  requests: readonly ExportRequest[];
  /** By id of the creation. */
  readonly jobs: Map<string, ExportRequestJob>;
  /** What is on its way, by id of the journal's entry. */
  readonly open: Map<string, AbortController>;
  readonly listeners: Set<() => void>;
  /** Until when the server asks not to send, in ms since 1970. */
  retryAt: number;
  cooldownTimer: ReturnType<typeof setTimeout> | undefined;
  /** The backend was left: nothing is sent any more. */
  isDisposed: boolean;
}

/** One backend has one query client; its creations live as long. */
const STORES = new WeakMap<QueryClient, ExportRequestStore>();

/** The creations of a backend. */
export function getExportRequestStore(queryClient: QueryClient): ExportRequestStore {
  const known = STORES.get(queryClient);
  if (known !== undefined) return known;
  const store: ExportRequestStore = {
    requests: [],
    jobs: new Map(),
    open: new Map(),
    listeners: new Set(),
    retryAt: 0,
    cooldownTimer: undefined,
    isDisposed: false,
  };
  STORES.set(queryClient, store);
  return store;
}

/** Puts other creations in place, and tells everybody. */
export function setRequests(store: ExportRequestStore, requests: readonly ExportRequest[]): void {
  store.requests = requests;
  // Leaving the page would leave these unsent; what is sent goes on at the server.
  const hasUnsent = requests.some(({ state }) => state === "waiting");
  if (hasUnsent) globalThis.addEventListener?.("beforeunload", preventUnload);
  else globalThis.removeEventListener?.("beforeunload", preventUnload);
  for (const listener of store.listeners) listener();
}

function preventUnload(event: Event): void {
  event.preventDefault();
}

/** Changes a part of a creation, where it is not dismissed. */
export function updateRequest(store: ExportRequestStore, id: string, patch: Partial<ExportRequest>): void {
  setRequests(
    store,
    store.requests.map((request) => (request.id === id ? { ...request, ...patch } : request)),
  );
}

/** A creation and what belongs to it, as far as it is there. */
export function findExportRequest(queryClient: QueryClient, id: string) {
  const store = getExportRequestStore(queryClient);
  return { store, request: store.requests.find((each) => each.id === id), job: store.jobs.get(id) };
}

/** Whether two pages work on the same project of the same server. */
export function isSameProject(one: Api, other: Api): boolean {
  return one.client.connection.id === other.client.connection.id && one.projectId === other.projectId;
}
