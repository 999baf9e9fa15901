import type { QueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { ExportedAsset } from "@/contract/exports";
import { onBackendDisposed } from "@/data/bulk/bulk-job-store";
import type { Api } from "@/data/client/api-context";
import { refreshCollections } from "@/data/collection/use-collection";
import { exportKey, exportScope } from "@/data/exports/exports";
import { downloadBlob } from "@/lib/file/download-blob";
import type { Problem } from "@/lib/text/problem";
import { describeDownloadError } from "./download-error-messages";
import { exportFileName } from "./export-file-name";
import { type FileFailure, type ReceivedFile, receiveFile, receiveZip } from "./export-transfer";

/** `waiting`: for those before it. `saved`: handed to the browser, which shows it among its own downloads. */
export type DownloadState = "waiting" | "receiving" | "saved" | "failed" | "cancelled";

/** One file on its way, or several as one zip. It goes on when its page is left; a new object after every change. */
export interface ExportDownload {
  readonly id: string;
  readonly api: Api;
  /** Several are packed into one zip. */
  readonly records: readonly ExportedAsset[];
  /** The name it is saved under. */
  readonly fileName: string;
  readonly state: DownloadState;
  readonly bytesDone: number;
  /** Null where nobody knows: for a zip, and for files whose length was not announced. */
  readonly bytesTotal: number | null;
  /** Files of a zip that are over, with or without success. */
  readonly filesDone: number;
  /** While `failed`: why; null where the app says it itself. */
  readonly problem: Problem | null;
  /** Files that are not in the zip. */
  readonly failures: readonly FileFailure[];
  /** What is odd about a file that came, a sentence. */
  readonly note: string | null;
}

/** How a finished file reaches the person: the browser's download by default. */
export interface DownloadOptions {
  readonly deliver?: (file: Blob, name: string) => void;
}

interface DownloadEntry {
  download: ExportDownload;
  readonly deliver: (file: Blob, name: string) => void;
  readonly stop: AbortController;
}

interface DownloadStore {
  /** Newest first. */
  entries: readonly DownloadEntry[];
  downloads: readonly ExportDownload[];
  readonly listeners: Set<() => void>;
  /** What ends with the backend. */
  hasDisposeHandler: boolean;
}

const MAX_CONCURRENT = 2;
const NOTIFY_INTERVAL_MS = 100;
/** A file on the disk is kept so long after it was handed over: the browser still reads it, how long nobody tells. */
const TEMP_FILE_LIFETIME_MS = 600_000;

/** One backend has one query client; its downloads live as long. */
const STORES = new WeakMap<QueryClient, DownloadStore>();
let startedCount = 0;

function getStore(queryClient: QueryClient): DownloadStore {
  const store = STORES.get(queryClient) ?? {
    entries: [],
    downloads: [],
    listeners: new Set(),
    hasDisposeHandler: false,
  };
  STORES.set(queryClient, store);
  return store;
}

/** Asks before the page is closed while something is on its way. */
function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function notify(store: DownloadStore): void {
  store.downloads = store.entries.map(({ download }) => download);
  if (store.downloads.some(isDownloading)) globalThis.addEventListener?.("beforeunload", preventUnload);
  else globalThis.removeEventListener?.("beforeunload", preventUnload);
  for (const listener of store.listeners) listener();
}

function updateEntry(store: DownloadStore, entry: DownloadEntry, patch: Partial<ExportDownload>): void {
  entry.download = { ...entry.download, ...patch };
  notify(store);
}

/** Whether something of it is still to come. */
export function isDownloading({ state }: ExportDownload): boolean {
  return state === "waiting" || state === "receiving";
}

/** Whether nothing of it has to be seen any more: it is saved as a whole, or the person cancelled it. */
export function isDownloadSuccessful({ state, failures, note }: ExportDownload): boolean {
  return state === "cancelled" || (state === "saved" && failures.length === 0 && note === null);
}

function getDownloadName({ projectId }: Api, records: readonly ExportedAsset[]): string {
  const [record] = records;
  if (record !== undefined && records.length === 1) return exportFileName(record);
  return `Exports of project ${projectId} ${new Date().toISOString().slice(0, 10)}.zip`;
}

/** Fetches one download; progress is told about ten times a second. */
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
    // More than announced: it was packed on the way, so that number says nothing.
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

async function runDownload(
  queryClient: QueryClient,
  store: DownloadStore,
  entry: DownloadEntry,
): Promise<void> {
  const { api, records, fileName } = entry.download;
  updateEntry(store, entry, { state: "receiving" });
  try {
    const received = await transfer(store, entry);
    entry.deliver(received.file, fileName);
    setTimeout(() => void received.discard(), TEMP_FILE_LIFETIME_MS);
    updateEntry(store, entry, { state: "saved", note: received.note });
  } catch (error) {
    if (entry.stop.signal.aborted) updateEntry(store, entry, { state: "cancelled" });
    else {
      const [record] = records;
      const problem = record === undefined ? null : describeDownloadError(api.client, record, error);
      updateEntry(store, entry, { state: "failed", problem });
    }
  }
  if (entry.download.state === "failed" || entry.download.failures.length > 0)
    refreshExports(queryClient, entry.download);
  runNext(queryClient, store);
}

/** A file that does not come may be gone on the server: what the pages show of it is asked for anew. */
function refreshExports(queryClient: QueryClient, { api, records }: ExportDownload): void {
  for (const { id } of records) void queryClient.invalidateQueries({ queryKey: exportKey(api, id) });
  refreshCollections(queryClient, exportScope(api), true);
}

function runNext(queryClient: QueryClient, store: DownloadStore): void {
  const isIn = (state: DownloadState) => (entry: DownloadEntry) => entry.download.state === state;
  // The oldest of those that wait.
  const next = store.entries.findLast(isIn("waiting"));
  if (next === undefined || store.entries.filter(isIn("receiving")).length >= MAX_CONCURRENT) return;
  void runDownload(queryClient, store, next);
}

function stopAll(store: DownloadStore): void {
  for (const entry of store.entries) if (isDownloading(entry.download)) cancelEntry(store, entry);
}

function cancelEntry(store: DownloadStore, entry: DownloadEntry): void {
  const isWaiting = entry.download.state === "waiting";
  entry.stop.abort(new DOMException("Cancelled", "AbortError"));
  if (isWaiting) updateEntry(store, entry, { state: "cancelled" });
}

/**
 * Fetches the file of an export, or of several as one zip, and hands it to the person; answers with the download's id.
 * A file that is on its way already is not fetched twice.
 */
export function startDownload(
  queryClient: QueryClient,
  api: Api,
  records: readonly ExportedAsset[],
  { deliver = downloadBlob }: DownloadOptions = {},
): string {
  const store = getStore(queryClient);
  const running = store.downloads.find(
    (other) => isDownloading(other) && isSameDownload(other, api, records),
  );
  if (running !== undefined) return running.id;
  if (!store.hasDisposeHandler) onBackendDisposed(queryClient, () => stopAll(store));
  store.hasDisposeHandler = true;
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
  runNext(queryClient, store);
  return download.id;
}

function isSameDownload(other: ExportDownload, api: Api, records: readonly ExportedAsset[]): boolean {
  const ids = records.map(({ id }) => id).join();
  return other.api.projectId === api.projectId && other.records.map(({ id }) => id).join() === ids;
}

function findEntry(queryClient: QueryClient, id: string): DownloadEntry | undefined {
  return getStore(queryClient).entries.find(({ download }) => download.id === id);
}

/** Ends a download; nothing of it is saved. */
export function cancelDownload(queryClient: QueryClient, id: string): void {
  const entry = findEntry(queryClient, id);
  if (entry !== undefined && isDownloading(entry.download)) cancelEntry(getStore(queryClient), entry);
}

/** Begins again from the first byte: all of it, or of a zip that was saved those files that are not in it. */
export function retryDownload(queryClient: QueryClient, id: string): void {
  const entry = findEntry(queryClient, id);
  if (entry === undefined || isDownloading(entry.download)) return;
  const { api, records, state, failures } = entry.download;
  const missing = state === "saved" ? failures.map(({ record }) => record) : records;
  if (missing.length === 0) return;
  // First the new one: the list is not empty in between.
  startDownload(queryClient, api, missing, { deliver: entry.deliver });
  dismissDownload(queryClient, id);
}

/** Takes a download that is over out of the list; what was saved stays saved. */
export function dismissDownload(queryClient: QueryClient, id: string): void {
  const store = getStore(queryClient);
  store.entries = store.entries.filter(({ download }) => download.id !== id || isDownloading(download));
  notify(store);
}

/** The downloads since the page was loaded but those that were dismissed, newest first, and word of their changes. */
export function getDownloadSource(queryClient: QueryClient) {
  const store = getStore(queryClient);
  return {
    get: () => store.downloads,
    subscribe(listener: () => void) {
      store.listeners.add(listener);
      return () => void store.listeners.delete(listener);
    },
  };
}

/** The same, kept up to date. */
export function useDownloads(queryClient: QueryClient): readonly ExportDownload[] {
  const { subscribe, get } = useMemo(() => getDownloadSource(queryClient), [queryClient]);
  return useSyncExternalStore(subscribe, get);
}
