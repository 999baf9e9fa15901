import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { type Api, type Backend, defineStore } from "@/data/backend/backend";
import type { PlannedChange } from "@/data/changes/planned-change";
import { createStore } from "@/lib/create-store";
import type { Problem } from "@/lib/text/problem";
import type { BulkJobItem, ItemCounts } from "./bulk-job-items";

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
  /** Called when the preview closes, also if it never rendered. */
  readonly onClosed?: () => void;
}

export interface BulkPreviewDialog {
  readonly kind: "plan";
  readonly id: string;
  readonly api: Api;
  readonly preview: BulkPreview;
}

export interface BulkJobDialog {
  /** Shows the progress and the result, or the preview of the undo. */
  readonly kind: "run" | "undo";
  readonly id: string;
  readonly job: BulkJob;
}

const MAX_STORED_JOBS = 10;

const NO_JOBS: BulkJobs = { jobs: [], shown: null, openDialog: null, isPreviewExpected: false };
const NO_BACKEND = createStore(NO_JOBS);

const getStore = defineStore(({ signal }) => {
  const store = createStore(NO_JOBS);
  signal.addEventListener("abort", () => {
    for (const job of store.get().jobs) job.stop();
  });
  return store;
});

function updateState(backend: Backend, patch: Partial<BulkJobs>): void {
  const { get, set } = getStore(backend);
  set({ ...get(), ...patch });
}

/** Stores a started job for all pages. Drops the oldest finished jobs. */
export function addBulkJob(backend: Backend, job: BulkJob): void {
  const jobs = [job, ...getStore(backend).get().jobs];
  updateState(backend, {
    jobs: jobs.filter((each, index) => index < MAX_STORED_JOBS || each.get().phase !== "finished"),
  });
}

/** Hides the toast about a job while the caller shows the job. */
export function useShownBulkJob(backend: Backend, job: BulkJob | null): void {
  useEffect(() => {
    if (job === null) return;
    updateState(backend, { shown: job });
    return () => updateState(backend, { shown: null });
  }, [backend, job]);
}

export function prefetchBulkPreview(backend: Backend): void {
  updateState(backend, { isPreviewExpected: true });
}

let openedPreviews = 0;

/** Opens the preview on any page. Nothing is sent until the user confirms. */
export function openBulkPreview(api: Api, preview: BulkPreview): void {
  openedPreviews += 1;
  setOpenDialog(api, { kind: "plan", id: `plan ${openedPreviews}`, api, preview });
}

export function openBulkJob(backend: Backend, job: BulkJob, kind: BulkJobDialog["kind"] = "run"): void {
  setOpenDialog(backend, { kind, id: `${kind} ${job.id}`, job });
}

export function closeBulkPreview(backend: Backend): void {
  if (getStore(backend).get().openDialog !== null) setOpenDialog(backend, null);
}

function setOpenDialog(backend: Backend, dialog: BulkJobs["openDialog"]): void {
  const before = getStore(backend).get().openDialog;
  updateState(backend, { openDialog: dialog });
  if (before?.kind === "plan") before.preview.onClosed?.();
}

export function useBulkJobs(backend: Backend | null): BulkJobs {
  const { subscribe, get } = backend === null ? NO_BACKEND : getStore(backend);
  return useSyncExternalStore(subscribe, get);
}

/**
 * `throttled`: continues at `retryAt`. `stopping`: stops or pauses after the requests in flight. `stopped`: by the user.
 * `paused`: further requests would probably fail with `problem`. `finished`: no item is waiting or in flight.
 */
export type BulkJobPhase = "running" | "throttled" | "stopping" | "stopped" | "paused" | "finished";

/** Immutable snapshot of a job. Listeners are notified at most ten times per second. */
export interface BulkJobState {
  readonly phase: BulkJobPhase;
  readonly counts: ItemCounts;
  /** In the order of the changes. */
  readonly items: readonly BulkJobItem[];
  /** Number of items that the plan doesn't skip. */
  readonly toSend: number;
  /** End of the wait for the request budget, in ms since 1970. Null without. */
  readonly retryAt: number | null;
  /** Whether `Client.retryNow` ends the wait, because the server refused a request. */
  readonly canRetryNow: boolean;
  readonly problem: Problem | null;
}

/** Sends many changes, a few at a time. Continues after the user leaves the page. */
export interface BulkJob {
  /** Job ID, which is also the batch ID of its journal entries. */
  readonly id: string;
  readonly label: string;
  readonly api: Api;
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly changes: readonly PlannedChange[];
  readonly get: () => BulkJobState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Stops sending. Requests in flight finish. */
  readonly stop: () => void;
  readonly resume: () => void;
  /** Retries failed items. Checks the records of items with an unknown outcome first. */
  readonly retryFailed: () => void;
  /** Number of items that `retryFailed` sends. Excludes creations with an unknown outcome. */
  readonly countRetriable: () => number;
}
