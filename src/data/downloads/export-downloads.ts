import { useSyncExternalStore } from "react";
import type { ExportedAsset } from "@/api/exports";
import { type Api, type Backend, defineStore } from "@/data/backend/backend";
import { refreshCollections } from "@/data/collection/use-collection";
import { exportKey, exportScope } from "@/data/exports/exports";
import { createStore } from "@/lib/create-store";
import { downloadBlob } from "@/lib/file/file-chunk";
import type { Problem } from "@/lib/text/problem";
import { describeDownloadError } from "./export-file";
import { exportFileName, type FileFailure, receiveFile, receiveZip } from "./export-transfer";

/** A download of one file, or of several files as a ZIP. Continues after the user leaves the page. Immutable. */
export interface ExportDownload {
  readonly id: string;
  readonly api: Api;
  readonly records: readonly ExportedAsset[];
  readonly fileName: string;
  /** `waiting`: queued. `saved`: passed to the browser's download manager. */
  readonly state: "waiting" | "receiving" | "saved" | "failed" | "cancelled";
  readonly bytesDone: number;
  /** Null when unknown, as for ZIPs. */
  readonly bytesTotal: number | null;
  /** Number of files in the ZIP that were processed so far, including those that failed. */
  readonly filesDone: number;
  /** Set in the state `failed`. Null for a rejected API key, which the app reports itself. */
  readonly problem: Problem | null;
  readonly failures: readonly FileFailure[];
  readonly note: string | null;
  readonly abort: AbortController;
  readonly deliver: (file: Blob, name: string) => void;
}

const MAX_CONCURRENT = 2;
const NOTIFY_INTERVAL_MS = 100;
let startedCount = 0;

/** Returns the store of the downloads since the page loaded, newest first. */
export const getDownloads = defineStore((backend) => {
  backend.signal.addEventListener("abort", () => {
    for (const { id } of getDownloads(backend).get()) cancelDownload(backend, id);
  });
  return createStore<readonly ExportDownload[]>([]);
});

export function useDownloads(backend: Backend): readonly ExportDownload[] {
  const { subscribe, get } = getDownloads(backend);
  return useSyncExternalStore(subscribe, get);
}

/** Makes the browser ask before the page closes during a download. */
const preventUnload = (event: Event) => event.preventDefault();

function setDownloads(backend: Backend, downloads: readonly ExportDownload[]): void {
  if (downloads.some(isDownloading)) globalThis.addEventListener?.("beforeunload", preventUnload);
  else globalThis.removeEventListener?.("beforeunload", preventUnload);
  getDownloads(backend).set(downloads);
}

function updateDownload(backend: Backend, id: string, patch: Partial<ExportDownload>): void {
  const downloads = getDownloads(backend).get();
  setDownloads(
    backend,
    downloads.map((download) => (download.id === id ? { ...download, ...patch } : download)),
  );
}

function findDownload(backend: Backend, id: string): ExportDownload | undefined {
  const downloads = getDownloads(backend).get();
  return downloads.find((download) => download.id === id);
}

export function isDownloading({ state }: ExportDownload): boolean {
  return state === "waiting" || state === "receiving";
}

/** Whether the download needs no attention, because it was saved completely or canceled. */
export function isDownloadSuccessful({ state, failures, note }: ExportDownload): boolean {
  return state === "cancelled" || (state === "saved" && failures.length === 0 && note === null);
}

function getDownloadName({ projectId }: Api, records: readonly ExportedAsset[]): string {
  const [record] = records;
  if (record !== undefined && records.length === 1) return exportFileName(record);
  return `Exports of project ${projectId} ${new Date().toISOString().slice(0, 10)}.zip`;
}

/** Runs a download. Reports progress at most ten times per second. */
async function runDownload({ id, api, records, fileName, abort, deliver }: ExportDownload): Promise<void> {
  const { signal } = abort;
  const update = (patch: Partial<ExportDownload>) => updateDownload(api, id, patch);
  let bytesDone = 0;
  let bytesTotal: number | null = null;
  let failures: readonly FileFailure[] = [];
  let filesDone = 0;
  let notifiedAt = Number.NEGATIVE_INFINITY;
  const onBytes = (bytes: number) => {
    bytesDone += bytes;
    // If more bytes arrive than announced, the announced size was the compressed size.
    if (bytesTotal !== null && bytesDone > bytesTotal) bytesTotal = null;
    const now = performance.now();
    if (now - notifiedAt < NOTIFY_INTERVAL_MS) return;
    notifiedAt = now;
    update({ bytesDone, bytesTotal });
  };
  const onSize = (size: number | null) => {
    bytesTotal = size;
    update({ bytesTotal });
  };
  const onFile = (failure: FileFailure | null) => {
    filesDone += 1;
    if (failure !== null) failures = [...failures, failure];
    update({ bytesDone, filesDone, failures });
  };
  update({ state: "receiving" });
  const [record] = records;
  try {
    const { file, note } =
      record !== undefined && records.length === 1
        ? await receiveFile(api, record, { signal, onBytes, onSize })
        : await receiveZip(api, records, { signal, onBytes, onFile });
    deliver(file, fileName);
    update({ state: "saved", bytesDone, note });
    if (failures.length > 0) refreshExports(api, records);
  } catch (error) {
    if (signal.aborted) update({ state: "cancelled" });
    else {
      update({ state: "failed", problem: record ? describeDownloadError(api.client, record, error) : null });
      refreshExports(api, records);
    }
  }
  runNext(api);
}

/** Refetches the exports of a failed or incomplete download, because they may have been deleted. */
function refreshExports(api: Api, records: readonly ExportedAsset[]): void {
  for (const { id } of records) void api.queryClient.invalidateQueries({ queryKey: exportKey(api, id) });
  refreshCollections(api, exportScope(api), true);
}

function runNext(backend: Backend): void {
  const downloads = getDownloads(backend).get();
  // The newest download is first, so the last waiting one was queued first.
  const next = downloads.findLast(({ state }) => state === "waiting");
  const running = downloads.filter(({ state }) => state === "receiving");
  if (next !== undefined && running.length < MAX_CONCURRENT) void runDownload(next);
}

/** Downloads a file, or several as a ZIP, unless the same download is running. Returns the download's ID. */
export function startDownload(
  api: Api,
  records: readonly ExportedAsset[],
  deliver: ExportDownload["deliver"] = downloadBlob,
): string {
  const downloads = getDownloads(api).get();
  const idsOf = (exports: readonly ExportedAsset[]) => exports.map(({ id }) => id).join();
  const running = downloads.find(
    (other) =>
      isDownloading(other) &&
      other.api.projectId === api.projectId &&
      idsOf(other.records) === idsOf(records),
  );
  if (running !== undefined) return running.id;
  startedCount += 1;
  const download: ExportDownload = {
    id: `download-${startedCount}`,
    api,
    records,
    fileName: getDownloadName(api, records),
    state: "waiting",
    bytesDone: 0,
    bytesTotal: null,
    filesDone: 0,
    problem: null,
    failures: [],
    note: null,
    abort: new AbortController(),
    deliver,
  };
  setDownloads(api, [download, ...downloads]);
  runNext(api);
  return download.id;
}

export function cancelDownload(backend: Backend, id: string): void {
  const download = findDownload(backend, id);
  if (download === undefined || !isDownloading(download)) return;
  download.abort.abort(new DOMException("Canceled", "AbortError"));
  if (download.state === "waiting") updateDownload(backend, id, { state: "cancelled" });
}

/** Restarts a download from the first byte. For a saved ZIP, downloads only missing files. */
export function retryDownload(backend: Backend, id: string): void {
  const download = findDownload(backend, id);
  if (download === undefined || isDownloading(download)) return;
  const { api, records, state, failures, deliver } = download;
  const missing = state === "saved" ? failures.map(({ record }) => record) : records;
  if (missing.length === 0) return;
  // Starting the new download first prevents an empty list.
  startDownload(api, missing, deliver);
  dismissDownload(backend, id);
}

/** Removes a finished download from the list. The saved file remains. */
export function dismissDownload(backend: Backend, id: string): void {
  const downloads = getDownloads(backend).get();
  setDownloads(
    backend,
    downloads.filter((download) => download.id !== id || isDownloading(download)),
  );
}
