import { type ReactNode, useSyncExternalStore } from "react";
import type { Api, Backend } from "@/data/backend/backend";
import { defineStore } from "@/data/backend/backend";
import type { PlannedChange } from "@/data/changes/planned-change";
import { createStore } from "@/lib/create-store";
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

export function showBulkJob(backend: Backend, shown: BulkJob | null): void {
  updateState(backend, { shown });
}

export function prefetchBulkPreview(backend: Backend): void {
  if (!getStore(backend).get().isPreviewExpected) updateState(backend, { isPreviewExpected: true });
}

let openedPreviews = 0;

/** Opens the preview on any page. Nothing is sent until the user confirms. */
export function openBulkPreview(api: Api, preview: BulkPreview): void {
  let wasShown = false;
  openedPreviews += 1;
  setOpenDialog(api, {
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

export function openBulkJob(backend: Backend, job: BulkJob, kind: BulkJobDialog["kind"] = "run"): void {
  setOpenDialog(backend, { kind, id: `${kind} ${job.id}`, job });
}

export function closeBulkPreview(backend: Backend): void {
  if (getStore(backend).get().openDialog !== null) setOpenDialog(backend, null);
}

function setOpenDialog(backend: Backend, dialog: BulkJobs["openDialog"]): void {
  const before = getStore(backend).get().openDialog;
  updateState(backend, { openDialog: dialog });
  if (before?.kind === "plan") before.onClosed();
}

export function useBulkJobs(backend: Backend | null): BulkJobs {
  const { subscribe, get } = backend === null ? NO_BACKEND : getStore(backend);
  return useSyncExternalStore(subscribe, get);
}
