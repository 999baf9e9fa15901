import type { QueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { ExportedAsset } from "@/contract/exports";
import { stopWithRuns } from "@/data/bulk/bulk-job-store";
import type { Api } from "@/data/client/api-context";
import { refreshCollections } from "@/data/collection/use-collection";
import { exportKey, exportScope } from "@/data/exports/exports";
import { handOver } from "@/lib/file/download-blob";
import type { Problem } from "@/lib/text/problem";
import { describeFileFailure } from "./download-error-messages";
import { exportFileName } from "./export-file-name";
import { type FileFailure, type Received, receiveFile, receiveZip } from "./export-transfer";

/** `waiting`: for those before it. `saved`: handed to the browser, which shows it among its own downloads. */
export type DownloadState = "waiting" | "receiving" | "saved" | "failed" | "cancelled";

/** One file on its way, or several as one zip. It goes on when its page is left; a new object after every change. */
export interface Download {
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

interface Entry {
  download: Download;
  readonly deliver: (file: Blob, name: string) => void;
  readonly stop: AbortController;
}

interface Store {
  /** Newest first. */
  entries: readonly Entry[];
  shown: readonly Download[];
  readonly listeners: Set<() => void>;
  /** What ends with the backend. */
  isWatched: boolean;
}

const AT_ONCE = 2;
const TELL_EVERY_MS = 100;
/** A file on the disk is kept so long after it was handed over: the browser still reads it, how long nobody tells. */
const KEPT_FOR_MS = 600_000;

/** One backend has one query client; its downloads live as long. */
const STORES = new WeakMap<QueryClient, Store>();
let begun = 0;

function storeOf(queries: QueryClient): Store {
  const store = STORES.get(queries) ?? { entries: [], shown: [], listeners: new Set(), isWatched: false };
  STORES.set(queries, store);
  return store;
}

/** Asks before the page is closed while something is on its way. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function tell(store: Store): void {
  store.shown = store.entries.map(({ download }) => download);
  if (store.shown.some(isDownloading)) globalThis.addEventListener?.("beforeunload", warn);
  else globalThis.removeEventListener?.("beforeunload", warn);
  for (const listener of store.listeners) listener();
}

function change(store: Store, entry: Entry, part: Partial<Download>): void {
  entry.download = { ...entry.download, ...part };
  tell(store);
}

/** Whether something of it is still to come. */
export function isDownloading({ state }: Download): boolean {
  return state === "waiting" || state === "receiving";
}

/** Whether nothing of it has to be seen any more: it is saved as a whole, or the person cancelled it. */
export function hasEndedWell({ state, failures, note }: Download): boolean {
  return state === "cancelled" || (state === "saved" && failures.length === 0 && note === null);
}

function nameOf({ projectId }: Api, records: readonly ExportedAsset[]): string {
  const [record] = records;
  if (record !== undefined && records.length === 1) return exportFileName(record);
  return `Exports of project ${projectId} ${new Date().toISOString().slice(0, 10)}.zip`;
}

/** Fetches one download; progress is told about ten times a second. */
async function transfer(store: Store, entry: Entry): Promise<Received> {
  const { api, records } = entry.download;
  const { signal } = entry.stop;
  let bytesDone = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const onBytes = (bytes: number) => {
    bytesDone += bytes;
    const now = performance.now();
    if (now - toldAt < TELL_EVERY_MS) return;
    toldAt = now;
    const { bytesTotal } = entry.download;
    // More than announced: it was packed on the way, so that number says nothing.
    const isWrong = bytesTotal !== null && bytesDone > bytesTotal;
    change(store, entry, { bytesDone, ...(isWrong && { bytesTotal: null }) });
  };
  const [record] = records;
  const isOne = record !== undefined && records.length === 1;
  const received = isOne
    ? await receiveFile(api, record, {
        signal,
        onBytes,
        onSize: (bytesTotal) => change(store, entry, { bytesTotal }),
      })
    : await receiveZip(api, records, {
        signal,
        onBytes,
        onFile: (failure) =>
          change(store, entry, {
            bytesDone,
            filesDone: entry.download.filesDone + 1,
            ...(failure !== null && { failures: [...entry.download.failures, failure] }),
          }),
      });
  change(store, entry, { bytesDone });
  return received;
}

async function run(queries: QueryClient, store: Store, entry: Entry): Promise<void> {
  const { api, records, fileName } = entry.download;
  change(store, entry, { state: "receiving" });
  try {
    const received = await transfer(store, entry);
    entry.deliver(received.file, fileName);
    setTimeout(() => void received.drop(), KEPT_FOR_MS);
    change(store, entry, { state: "saved", note: received.note });
  } catch (error) {
    if (entry.stop.signal.aborted) change(store, entry, { state: "cancelled" });
    else {
      const [record] = records;
      const problem = record === undefined ? null : describeFileFailure(api.client, record, error);
      change(store, entry, { state: "failed", problem });
    }
  }
  if (entry.download.state === "failed" || entry.download.failures.length > 0)
    lookAgain(queries, entry.download);
  runNext(queries, store);
}

/** A file that does not come may be gone on the server: what the pages show of it is asked for anew. */
function lookAgain(queries: QueryClient, { api, records }: Download): void {
  for (const { id } of records) void queries.invalidateQueries({ queryKey: exportKey(api, id) });
  refreshCollections(queries, exportScope(api), true);
}

function runNext(queries: QueryClient, store: Store): void {
  const isIn = (state: DownloadState) => (entry: Entry) => entry.download.state === state;
  // The oldest of those that wait.
  const next = store.entries.findLast(isIn("waiting"));
  if (next === undefined || store.entries.filter(isIn("receiving")).length >= AT_ONCE) return;
  void run(queries, store, next);
}

function stopAll(store: Store): void {
  for (const entry of store.entries) if (isDownloading(entry.download)) cancelEntry(store, entry);
}

function cancelEntry(store: Store, entry: Entry): void {
  const isWaiting = entry.download.state === "waiting";
  entry.stop.abort(new DOMException("Cancelled", "AbortError"));
  if (isWaiting) change(store, entry, { state: "cancelled" });
}

/**
 * Fetches the file of an export, or of several as one zip, and hands it to the person; answers with the download's id.
 * A file that is on its way already is not fetched twice.
 */
export function startDownload(
  queries: QueryClient,
  api: Api,
  records: readonly ExportedAsset[],
  { deliver = handOver }: DownloadOptions = {},
): string {
  const store = storeOf(queries);
  const under = store.shown.find((other) => isDownloading(other) && isSame(other, api, records));
  if (under !== undefined) return under.id;
  if (!store.isWatched) stopWithRuns(queries, () => stopAll(store));
  store.isWatched = true;
  begun += 1;
  const download: Download = {
    id: `download-${begun}`,
    api,
    records,
    fileName: nameOf(api, records),
    state: "waiting",
    bytesDone: 0,
    bytesTotal: null,
    filesDone: 0,
    problem: null,
    failures: [],
    note: null,
  };
  store.entries = [{ download, deliver, stop: new AbortController() }, ...store.entries];
  tell(store);
  runNext(queries, store);
  return download.id;
}

function isSame(other: Download, api: Api, records: readonly ExportedAsset[]): boolean {
  const ids = records.map(({ id }) => id).join();
  return other.api.projectId === api.projectId && other.records.map(({ id }) => id).join() === ids;
}

function entryOf(queries: QueryClient, id: string): Entry | undefined {
  return storeOf(queries).entries.find(({ download }) => download.id === id);
}

/** Ends a download; nothing of it is saved. */
export function cancelDownload(queries: QueryClient, id: string): void {
  const entry = entryOf(queries, id);
  if (entry !== undefined && isDownloading(entry.download)) cancelEntry(storeOf(queries), entry);
}

/** Begins again from the first byte: all of it, or of a zip that was saved those files that are not in it. */
export function retryDownload(queries: QueryClient, id: string): void {
  const entry = entryOf(queries, id);
  if (entry === undefined || isDownloading(entry.download)) return;
  const { api, records, state, failures } = entry.download;
  const missing = state === "saved" ? failures.map(({ record }) => record) : records;
  if (missing.length === 0) return;
  // First the new one: the list is not empty in between.
  startDownload(queries, api, missing, { deliver: entry.deliver });
  dismissDownload(queries, id);
}

/** Takes a download that is over out of the list; what was saved stays saved. */
export function dismissDownload(queries: QueryClient, id: string): void {
  const store = storeOf(queries);
  store.entries = store.entries.filter(({ download }) => download.id !== id || isDownloading(download));
  tell(store);
}

/** The downloads since the page was loaded but those that were dismissed, newest first, and word of their changes. */
export function downloadsOf(queries: QueryClient) {
  const store = storeOf(queries);
  return {
    get: () => store.shown,
    subscribe(listener: () => void) {
      store.listeners.add(listener);
      return () => void store.listeners.delete(listener);
    },
  };
}

/** The same, kept up to date. */
export function useDownloads(queries: QueryClient): readonly Download[] {
  const { subscribe, get } = useMemo(() => downloadsOf(queries), [queries]);
  return useSyncExternalStore(subscribe, get);
}
