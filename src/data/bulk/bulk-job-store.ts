import type { QueryClient } from "@tanstack/react-query";
import { type ReactNode, useSyncExternalStore } from "react";
import type { PlannedChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import type { BulkJob } from "./bulk-job-types";

/** The runs of one backend since the page was loaded. */
export interface BulkJobs {
  /** Newest first. */
  readonly jobs: readonly BulkJob[];
  /** The one a person looks at. */
  readonly shown: BulkJob | null;
  /** What is to be shown from wherever the person is. */
  readonly openDialog: BulkPreviewDialog | BulkJobDialog | null;
  /** Whether a plan may be asked for soon: what shows it can be fetched. */
  readonly isPreviewExpected: boolean;
}

/** Writes to be looked at before anything is sent. */
export interface BulkPreview {
  /** "Remove ana@x.co from 12 deliveries" */
  readonly label: string;
  readonly changes: readonly PlannedChange[];
  /** What a person should know of the plan before it runs. */
  readonly note?: ReactNode;
  /** Told when it stands on the screen, before it is painted: what asked for it can go. */
  readonly onShown?: () => void;
  /** Told when it has gone, run or not; `wasShown` is false where it could not be shown. */
  readonly onClosed?: (wasShown: boolean) => void;
}

/** A plan that a person is to decide on. */
export interface BulkPreviewDialog {
  readonly kind: "plan";
  /** Another one for every time that something is asked for. */
  readonly id: string;
  readonly api: Api;
  readonly preview: BulkPreview;
  /** To be called when it stands on the screen. */
  readonly onShown: () => void;
  readonly onClosed: () => void;
}

/** A run that was begun before. */
export interface BulkJobDialog {
  readonly kind: "run";
  readonly id: string;
  readonly job: BulkJob;
}

const MAX_STORED_JOBS = 10;

interface BulkJobStore {
  state: BulkJobs;
  readonly listeners: Set<() => void>;
}

/** One backend has one query client; its runs live as long. */
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

/** Keeps a run that has begun, so that it can be found again from any page; an older one at least until it is finished. */
export function addBulkJob(queryClient: QueryClient, job: BulkJob): void {
  const jobs = [job, ...getStore(queryClient).state.jobs];
  updateState(queryClient, {
    jobs: jobs.filter((each, index) => index < MAX_STORED_JOBS || each.get().phase !== "finished"),
  });
}

/** Says which run a person looks at, if any. */
export function showBulkJob(queryClient: QueryClient, shown: BulkJob | null): void {
  updateState(queryClient, { shown });
}

/** Has the app fetch what shows a plan, before one is asked for. */
export function prefetchBulkPreview(queryClient: QueryClient): void {
  if (!getStore(queryClient).state.isPreviewExpected) updateState(queryClient, { isPreviewExpected: true });
}

let openedPreviews = 0;

/** Shows what is planned, whichever page is open: nothing is sent before the person says so. */
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

/** Asks for a run to be shown, whichever page is open. */
export function openBulkJob(queryClient: QueryClient, job: BulkJob): void {
  setOpenDialog(queryClient, { kind: "run", id: job.id, job });
}

/** Closes what was asked for; a run goes on. */
export function closeBulkPreview(queryClient: QueryClient): void {
  if (getStore(queryClient).state.openDialog !== null) setOpenDialog(queryClient, null);
}

function setOpenDialog(queryClient: QueryClient, dialog: BulkJobs["openDialog"]): void {
  const before = getStore(queryClient).state.openDialog;
  updateState(queryClient, { openDialog: dialog });
  if (before?.kind === "plan") before.onClosed();
}

const DISPOSE_HANDLERS = new WeakMap<QueryClient, Set<() => void>>();

/** Has something else stopped with the runs when the backend is left, until the answer is called. */
export function onBackendDisposed(queryClient: QueryClient, handler: () => void): () => void {
  const handlers = DISPOSE_HANDLERS.get(queryClient) ?? new Set();
  DISPOSE_HANDLERS.set(queryClient, handlers.add(handler));
  return () => handlers.delete(handler);
}

/** Sends nothing more for any run: the backend is left. */
export function stopBulkJobs(queryClient: QueryClient): void {
  for (const job of getStore(queryClient).state.jobs) job.stop();
  for (const stop of DISPOSE_HANDLERS.get(queryClient) ?? []) stop();
}

/** The runs, kept up to date. */
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
