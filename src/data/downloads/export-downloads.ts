import { useSyncExternalStore } from "react";
import type { ExportedAsset } from "@/api/exports";
import { type Api, type Backend, defineStore } from "@/data/backend/backend";
import { refreshCollections } from "@/data/collection/use-collection";
import { exportKey, exportScope } from "@/data/exports/exports";
import { createStore, type Store } from "@/lib/create-store";
import { downloadBlob } from "@/lib/file/file-chunk";
import type { Problem } from "@/lib/text/problem";
import { describeDownloadError } from "./export-file";
import type { FileFailure, ReceivedFile } from "./export-transfer";
import { exportFileName, receiveFile, receiveZip } from "./export-transfer";

/** `waiting`: queued. `saved`: passed to the browser's download manager. */
export type DownloadState = "waiting" | "receiving" | "saved" | "failed" | "cancelled";

/** A download of one file, or of several files as a ZIP. Continues after the user leaves the page. Immutable. */
export interface ExportDownload {
  readonly id: string;
  readonly api: Api;
  readonly records: readonly ExportedAsset[];
  readonly fileName: string;
  readonly state: DownloadState;
  readonly bytesDone: number;
  /** Null when unknown, as for ZIPs and files without a `Content-Length` header. */
  readonly bytesTotal: number | null;
  /** Number of files in the ZIP that were processed so far, including those that failed. */
  readonly filesDone: number;
  /** Set in the state `failed`. Null for a rejected API key, which the app reports itself. */
  readonly problem: Problem | null;
  readonly failures: readonly FileFailure[];
  readonly note: string | null;
}

export interface DownloadOptions {
  readonly deliver?: (file: Blob, name: string) => void;
}

interface DownloadEntry {
  download: ExportDownload;
  readonly deliver: (file: Blob, name: string) => void;
  readonly stop: AbortController;
}

/** Newest first. */
interface DownloadStore {
  entries: readonly DownloadEntry[];
  readonly downloads: Store<readonly ExportDownload[]>;
}

const MAX_CONCURRENT = 2;
const NOTIFY_INTERVAL_MS = 100;
let startedCount = 0;

const getStore = defineStore(({ signal }) => {
  const store: DownloadStore = { entries: [], downloads: createStore<readonly ExportDownload[]>([]) };
  signal.addEventListener("abort", () => {
    for (const entry of store.entries) if (isDownloading(entry.download)) cancelEntry(store, entry);
  });
  return store;
});

/** Makes the browser ask before the page closes during a download. */
function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function notify(store: DownloadStore): void {
  const downloads = store.entries.map(({ download }) => download);
  if (downloads.some(isDownloading)) globalThis.addEventListener?.("beforeunload", preventUnload);
  else globalThis.removeEventListener?.("beforeunload", preventUnload);
  store.downloads.set(downloads);
}

function updateEntry(store: DownloadStore, entry: DownloadEntry, patch: Partial<ExportDownload>): void {
  entry.download = { ...entry.download, ...patch };
  notify(store);
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
async function transfer(store: DownloadStore, entry: DownloadEntry): Promise<ReceivedFile> {
  const { api, records } = entry.download;
  const { signal } = entry.stop;
  let bytesDone = 0;
  let notifiedAt = Number.NEGATIVE_INFINITY;
  const onBytes = (bytes: number) => {
    bytesDone += bytes;
    const now = performance.now();
    if (now - notifiedAt < NOTIFY_INTERVAL_MS) return;
    notifiedAt = now;
    const { bytesTotal } = entry.download;
    // If more bytes arrive than announced, the announced size was the compressed size.
    const isSizeWrong = bytesTotal !== null && bytesDone > bytesTotal;
    updateEntry(store, entry, { bytesDone, ...(isSizeWrong && { bytesTotal: null }) });
  };
  const [record] = records;
  const isSingle = record !== undefined && records.length === 1;
  const received = isSingle
    ? await receiveFile(api, record, {
        signal,
        onBytes,
        onSize: (bytesTotal) => updateEntry(store, entry, { bytesTotal }),
      })
    : await receiveZip(api, records, {
        signal,
        onBytes,
        onFile: (failure) =>
          updateEntry(store, entry, {
            bytesDone,
            filesDone: entry.download.filesDone + 1,
            ...(failure !== null && { failures: [...entry.download.failures, failure] }),
          }),
      });
  updateEntry(store, entry, { bytesDone });
  return received;
}

async function runDownload(store: DownloadStore, entry: DownloadEntry): Promise<void> {
  const { api, records, fileName } = entry.download;
  updateEntry(store, entry, { state: "receiving" });
  try {
    const received = await transfer(store, entry);
    entry.deliver(received.file, fileName);
    updateEntry(store, entry, { state: "saved", note: received.note });
  } catch (error) {
    if (entry.stop.signal.aborted) updateEntry(store, entry, { state: "cancelled" });
    else {
      const [record] = records;
      const problem = record === undefined ? null : describeDownloadError(api.client, record, error);
      updateEntry(store, entry, { state: "failed", problem });
    }
  }
  if (entry.download.state === "failed" || entry.download.failures.length > 0) refreshExports(entry.download);
  runNext(store);
}

/** Refetches the exports of a failed or incomplete download, because they may have been deleted. */
function refreshExports({ api, records }: ExportDownload): void {
  for (const { id } of records) void api.queryClient.invalidateQueries({ queryKey: exportKey(api, id) });
  refreshCollections(api, exportScope(api), true);
}

function runNext(store: DownloadStore): void {
  const isIn = (state: DownloadState) => (entry: DownloadEntry) => entry.download.state === state;
  // Entries are newest first, so the last waiting one was queued first.
  const next = store.entries.findLast(isIn("waiting"));
  if (next === undefined || store.entries.filter(isIn("receiving")).length >= MAX_CONCURRENT) return;
  void runDownload(store, next);
}

function cancelEntry(store: DownloadStore, entry: DownloadEntry): void {
  const isWaiting = entry.download.state === "waiting";
  entry.stop.abort(new DOMException("Canceled", "AbortError"));
  if (isWaiting) updateEntry(store, entry, { state: "cancelled" });
}

/**
 * Downloads an export's file, or several files as a ZIP. Returns the download's ID. Reuses a running download of the
 * same exports.
 */
export function startDownload(
  api: Api,
  records: readonly ExportedAsset[],
  { deliver = downloadBlob }: DownloadOptions = {},
): string {
  const store = getStore(api);
  const running = store.downloads
    .get()
    .find((other) => isDownloading(other) && isSameDownload(other, api, records));
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
  };
  store.entries = [{ download, deliver, stop: new AbortController() }, ...store.entries];
  notify(store);
  runNext(store);
  return download.id;
}

function isSameDownload(other: ExportDownload, api: Api, records: readonly ExportedAsset[]): boolean {
  const ids = records.map(({ id }) => id).join();
  return other.api.projectId === api.projectId && other.records.map(({ id }) => id).join() === ids;
}

function findEntry(backend: Backend, id: string): DownloadEntry | undefined {
  return getStore(backend).entries.find(({ download }) => download.id === id);
}

export function cancelDownload(backend: Backend, id: string): void {
  const entry = findEntry(backend, id);
  if (entry !== undefined && isDownloading(entry.download)) cancelEntry(getStore(backend), entry);
}

/** Restarts a download from the first byte. For a saved ZIP, downloads only missing files. */
export function retryDownload(backend: Backend, id: string): void {
  const entry = findEntry(backend, id);
  if (entry === undefined || isDownloading(entry.download)) return;
  const { api, records, state, failures } = entry.download;
  const missing = state === "saved" ? failures.map(({ record }) => record) : records;
  if (missing.length === 0) return;
  // Starting the new download first prevents an empty list.
  startDownload(api, missing, { deliver: entry.deliver });
  dismissDownload(backend, id);
}

/** Removes a finished download from the list. The saved file remains. */
export function dismissDownload(backend: Backend, id: string): void {
  const store = getStore(backend);
  store.entries = store.entries.filter(({ download }) => download.id !== id || isDownloading(download));
  notify(store);
}

/** Returns a subscribable source of the downloads since the page loaded, newest first. */
export function getDownloadSource(
  backend: Backend,
): Pick<Store<readonly ExportDownload[]>, "get" | "subscribe"> {
  return getStore(backend).downloads;
}

export function useDownloads(backend: Backend): readonly ExportDownload[] {
  const { subscribe, get } = getDownloadSource(backend);
  return useSyncExternalStore(subscribe, get);
}
