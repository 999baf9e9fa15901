import type { QueryClient } from "@tanstack/react-query";
import { type ReactNode, useSyncExternalStore } from "react";
import type { PlannedChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import type { BulkJob } from "./bulk-job-types";

/** A backend's jobs since the page loaded. */
export interface BulkJobs {
  /** Newest first. */
  readonly jobs: readonly BulkJob[];
  readonly shown: BulkJob | null;
  readonly openDialog: BulkPreviewDialog | BulkJobDialog | null;
  /** Whether to prefetch the code of the preview. */
  readonly isPreviewExpected: boolean;
}

export interface BulkPreview {
  /** Such as "Remove ana@x.co from 12 subscriptions". */
  readonly label: string;
  readonly changes: readonly PlannedChange[];
  readonly note?: ReactNode;
  readonly onStarted?: () => void;
  /** Called after the preview has rendered, before the browser paints it. */
  readonly onShown?: () => void;
  /** Called when the preview closes. `wasShown` is false if the preview never rendered. */
  readonly onClosed?: (wasShown: boolean) => void;
}

export interface BulkPreviewDialog {
  readonly kind: "plan";
  readonly id: string;
  readonly api: Api;
  readonly preview: BulkPreview;
  readonly onShown: () => void;
  readonly onClosed: () => void;
}

export interface BulkJobDialog {
  /** Shows the progress and the result, or the preview of the undo. */
  readonly kind: "run" | "undo";
  readonly id: string;
  readonly job: BulkJob;
}

const MAX_STORED_JOBS = 10;

interface BulkJobStore {
  state: BulkJobs;
  readonly listeners: Set<() => void>;
}

/** Each backend has its own query client, so jobs are discarded with their backend. */
const STORES = new WeakMap<QueryClient, BulkJobStore>();

function getStore(queryClient: QueryClient): BulkJobStore {
  const store = STORES.get(queryClient) ?? {
    state: { jobs: [], shown: null, openDialog: null, isPreviewExpected: false },
    listeners: new Set(),
  };
  STORES.set(queryClient, store);
  return store;
}

function updateState(queryClient: QueryClient, patch: Partial<BulkJobs>): void {
  const store = getStore(queryClient);
  store.state = { ...store.state, ...patch };
  for (const listener of store.listeners) listener();
}

/** Stores a started job for all pages. Drops the oldest finished jobs. */
export function addBulkJob(queryClient: QueryClient, job: BulkJob): void {
  const jobs = [job, ...getStore(queryClient).state.jobs];
  updateState(queryClient, {
    jobs: jobs.filter((each, index) => index < MAX_STORED_JOBS || each.get().phase !== "finished"),
  });
}

export function showBulkJob(queryClient: QueryClient, shown: BulkJob | null): void {
  updateState(queryClient, { shown });
}

export function prefetchBulkPreview(queryClient: QueryClient): void {
  if (!getStore(queryClient).state.isPreviewExpected) updateState(queryClient, { isPreviewExpected: true });
}

let openedPreviews = 0;

/** Opens the preview on any page. Nothing is sent until the user confirms. */
export function openBulkPreview(queryClient: QueryClient, api: Api, preview: BulkPreview): void {
  let wasShown = false;
  openedPreviews += 1;
  setOpenDialog(queryClient, {
    kind: "plan",
    id: `plan ${openedPreviews}`,
    api,
    preview,
    onShown() {
      wasShown = true;
      preview.onShown?.();
    },
    onClosed: () => preview.onClosed?.(wasShown),
  });
}

export function openBulkJob(
  queryClient: QueryClient,
  job: BulkJob,
  kind: BulkJobDialog["kind"] = "run",
): void {
  setOpenDialog(queryClient, { kind, id: `${kind} ${job.id}`, job });
}

export function closeBulkPreview(queryClient: QueryClient): void {
  if (getStore(queryClient).state.openDialog !== null) setOpenDialog(queryClient, null);
}

function setOpenDialog(queryClient: QueryClient, dialog: BulkJobs["openDialog"]): void {
  const before = getStore(queryClient).state.openDialog;
  updateState(queryClient, { openDialog: dialog });
  if (before?.kind === "plan") before.onClosed();
}

const DISPOSE_HANDLERS = new WeakMap<QueryClient, Set<() => void>>();

/**
 * Calls the handler when the jobs stop because the user disconnects or switches to another backend.
 * Returns an unsubscribe function.
 */
export function onBackendDisposed(queryClient: QueryClient, handler: () => void): () => void {
  const handlers = DISPOSE_HANDLERS.get(queryClient) ?? new Set();
  DISPOSE_HANDLERS.set(queryClient, handlers.add(handler));
  return () => handlers.delete(handler);
}

export function stopBulkJobs(queryClient: QueryClient): void {
  for (const job of getStore(queryClient).state.jobs) job.stop();
  for (const stop of DISPOSE_HANDLERS.get(queryClient) ?? []) stop();
}

export function useBulkJobs(queryClient: QueryClient): BulkJobs {
  const store = getStore(queryClient);
  return useSyncExternalStore(
    (listener) => {
      store.listeners.add(listener);
      return () => store.listeners.delete(listener);
    },
    () => store.state,
  );
}
