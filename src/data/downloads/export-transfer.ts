import { makeZip } from "client-zip";
import type { ExportedAsset } from "@/contract/exports";
import type { Api } from "@/data/client/api-context";
import { FileError } from "@/http/file-error";
import { uniqueFileName } from "@/lib/file/file-name";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { parseInstant } from "@/lib/time/dates";
import { describeDownloadError } from "./download-error-messages";
import { openExportFile } from "./export-file";
import { exportFileName } from "./export-file-name";
import { openTempFile, type TempFile } from "./opfs-file";

/** A file that has come as a whole. */
export interface ReceivedFile {
  readonly file: Blob;
  /** What is odd about it though it came, a sentence; null mostly. */
  readonly note: string | null;
  /** Gives its place on the disk back. */
  readonly discard: () => Promise<void>;
}

/** An export whose file is not in a zip, and why. */
export interface FileFailure {
  readonly record: ExportedAsset;
  readonly name: string;
  /** Null where the app says it itself. */
  readonly problem: Problem | null;
}

/** What is told while a file comes. */
export interface TransferOptions {
  readonly signal: AbortSignal;
  /** Bytes that will come, where that is known. */
  readonly onSize: (bytes: number | null) => void;
  /** Bytes that have come since the last time. */
  readonly onBytes: (bytes: number) => void;
}

/** Types that say nothing about what a file is. */
const VAGUE_TYPES: ReadonlySet<string> = new Set([
  "",
  "application/octet-stream",
  "binary/octet-stream",
  "application/force-download",
]);

function mediaTypeNote({ export_format: format }: ExportedAsset, served: string): string | null {
  const requestedType = format.split(";")[0]?.trim().toLowerCase();
  if (VAGUE_TYPES.has(served) || served === requestedType) return null;
  return `The file may not open. It was served as ${served} instead of ${format}.`;
}

/** Moves all bytes of a stream into a file. Gives the stream back and drops the file where that fails. */
async function storeStream(
  stream: ReadableStream<Uint8Array>,
  openFile: () => Promise<TempFile>,
  { signal, onBytes }: Pick<TransferOptions, "signal" | "onBytes">,
): Promise<Omit<ReceivedFile, "note">> {
  const reader = stream.getReader();
  let tempFile: TempFile | null = null;
  try {
    tempFile = await openFile();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      await tempFile.write(chunk.value);
      onBytes(chunk.value.byteLength);
    }
    const file = await tempFile.finish();
    // Closing a large file takes a while in which it can be cancelled.
    signal.throwIfAborted();
    if (file.size === 0) throw new FileError("empty");
    return { file, discard: tempFile.discard };
  } catch (error) {
    reader.cancel(error).catch(() => undefined);
    await tempFile?.discard();
    throw error;
  }
}

/** Fetches the file of an export. @throws as `openExportFile`, FileError; the signal's reason when cancelled */
export async function receiveFile(
  api: Api,
  record: ExportedAsset,
  transfer: TransferOptions,
): Promise<ReceivedFile> {
  const opened = await openExportFile(api, record.id, { signal: transfer.signal });
  const { stream, sizeBytes: size, mediaType } = opened;
  const openFile = async () => {
    if (mediaType === "text/html" && !record.export_format.startsWith("text/html"))
      throw new FileError("web-page");
    transfer.onSize(size);
    return openTempFile(size);
  };
  return { ...(await storeStream(stream, openFile, transfer)), note: mediaTypeNote(record, mediaType) };
}

/** What is told while a zip is made. */
export interface ZipTransferOptions extends Omit<TransferOptions, "onSize"> {
  /** One more of the files has come or failed. */
  readonly onFile: (failure: FileFailure | null) => void;
}

/** Where a zip lists what is not in it. */
const FAILURE_LIST_NAME = "Failed files.txt";

function failureText(failures: readonly FileFailure[]): string {
  const lines = failures.map(({ record, name, problem }) => {
    const why = problem === null ? "The API key was rejected." : `${problem.title}. ${problem.detail}`;
    return `${name} (export ${record.id}): ${why}`;
  });
  return ["These files couldn't be downloaded:", "", ...lines, ""].join("\r\n");
}

/** Names of files in a sentence, at most. */
const MAX_NAMED = 5;

/** What is odd about files of a zip, a sentence; null where nothing is. */
function mediaTypeMismatchNote(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const rest = names.length > MAX_NAMED ? ", …" : "";
  return `${pluralize(names.length, "file was", "files were")} served as another media type and may not open: ${names.slice(0, MAX_NAMED).join(", ")}${rest}.`;
}

/**
 * Fetches many files and packs them into one, each under a name of its own. A file that fails is left out and listed in
 * the zip; each is complete before it is packed, so that none stands in it half.
 * @throws FileError where there is no room or every file fails; the signal's reason when cancelled
 */
export async function receiveZip(
  api: Api,
  records: readonly ExportedAsset[],
  transfer: ZipTransferOptions,
): Promise<ReceivedFile> {
  const { signal, onBytes, onFile } = transfer;
  const takenNames = new Set([FAILURE_LIST_NAME.toLowerCase()]);
  const failures: FileFailure[] = [];
  const mismatched: string[] = [];
  const staged: { now: ReceivedFile | null } = { now: null };

  async function fetchOne(record: ExportedAsset, name: string): Promise<ReceivedFile | null> {
    try {
      return await receiveFile(api, record, { signal, onBytes, onSize: () => undefined });
    } catch (error) {
      signal.throwIfAborted();
      // The next one would not fit either, nor would the zip.
      if (error instanceof FileError && error.reason === "no-room") throw error;
      const failure = { record, name, problem: describeDownloadError(api.client, record, error) };
      failures.push(failure);
      onFile(failure);
      return null;
    }
  }

  async function* entries() {
    for (const record of records) {
      const name = uniqueFileName(exportFileName(record), takenNames);
      const received = await fetchOne(record, name);
      staged.now = received;
      if (received === null) continue;
      if (received.note !== null) mismatched.push(name);
      const created = record.created_at === null ? null : parseInstant(record.created_at);
      yield { name, input: received.file, size: received.file.size, lastModified: created ?? new Date() };
      await received.discard();
      staged.now = null;
      onFile(null);
    }
    if (failures.length === records.length) throw new FileError("none");
    if (failures.length > 0) {
      yield { name: FAILURE_LIST_NAME, input: new Blob([failureText(failures)]), lastModified: new Date() };
    }
  }

  const openFile = () => openTempFile(null);
  try {
    const packed = await storeStream(makeZip(entries()), openFile, { signal, onBytes: () => undefined });
    return { ...packed, note: mediaTypeMismatchNote(mismatched) };
  } finally {
    await staged.now?.discard();
  }
}
