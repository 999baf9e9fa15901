import { makeZip } from "client-zip";
import type { ExportedAsset } from "@/contract/exports";
import type { Api } from "@/data/client/api-context";
import { FileError } from "@/http/file-error";
import { uniqueFileName } from "@/lib/file/file-name";
import type { Problem } from "@/lib/text/problem";
import { parseInstant } from "@/lib/time/dates";
import {
  describeDownloadError,
  failureListText,
  mediaTypesWarning,
  mediaTypeWarning,
} from "./download-error-messages";
import { openExportFile } from "./export-file";
import { exportFileName } from "./export-file-name";
import { openTempFile, type TempFile } from "./opfs-file";

export interface ReceivedFile {
  readonly file: Blob;
  readonly note: string | null;
  readonly discard: () => Promise<void>;
}

export interface FileFailure {
  readonly record: ExportedAsset;
  readonly name: string;
  /** Null for a rejected API key, which the app reports itself. */
  readonly problem: Problem | null;
}

export interface TransferOptions {
  readonly signal: AbortSignal;
  /** Called with the file size in bytes, or null when unknown. */
  readonly onSize: (bytes: number | null) => void;
  /** Called with the number of bytes since the last call. */
  readonly onBytes: (bytes: number) => void;
}

/** Generic media types, which don't identify a format. */
const VAGUE_TYPES: ReadonlySet<string> = new Set([
  "",
  "application/octet-stream",
  "binary/octet-stream",
  "application/force-download",
]);

function mediaTypeNote({ export_format: format }: ExportedAsset, served: string): string | null {
  const requestedType = format.split(";")[0]?.trim().toLowerCase();
  if (VAGUE_TYPES.has(served) || served === requestedType) return null;
  return mediaTypeWarning(served, format);
}

/** Writes a stream to a file. Cancels the stream and deletes the file on failure. */
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
    // The user may cancel while a large file is being closed.
    signal.throwIfAborted();
    if (file.size === 0) throw new FileError("empty");
    return { file, discard: tempFile.discard };
  } catch (error) {
    reader.cancel(error).catch(() => undefined);
    await tempFile?.discard();
    throw error;
  }
}

/**
 * Downloads an export's file.
 * @throws FileError
 * @throws the signal's reason when canceled
 * @throws the errors of `openExportFile`
 */
export async function receiveFile(
  api: Api,
  record: ExportedAsset,
  transfer: TransferOptions,
): Promise<ReceivedFile> {
  const opened = await openExportFile(api, record, { signal: transfer.signal });
  const { stream, sizeBytes: size, mediaType } = opened;
  const openFile = async () => {
    if (mediaType === "text/html" && !record.export_format.startsWith("text/html"))
      throw new FileError("web-page");
    transfer.onSize(size);
    return openTempFile(size);
  };
  return { ...(await storeStream(stream, openFile, transfer)), note: mediaTypeNote(record, mediaType) };
}

export interface ZipTransferOptions extends Omit<TransferOptions, "onSize"> {
  readonly onFile: (failure: FileFailure | null) => void;
}

const FAILURE_LIST_NAME = "Failed files.txt";

/**
 * Downloads several files into a zip, with unique names and a list of failed files. Adds a file
 * only after its download is complete, so that the zip contains no partial files.
 * @throws FileError if there isn't enough storage, or if every file fails
 * @throws the signal's reason when canceled
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
      // If storage is full, the other files and the zip don't fit either.
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
      yield {
        name: FAILURE_LIST_NAME,
        input: new Blob([failureListText(failures)]),
        lastModified: new Date(),
      };
    }
  }

  const openFile = () => openTempFile(null);
  try {
    const packed = await storeStream(makeZip(entries()), openFile, { signal, onBytes: () => undefined });
    return { ...packed, note: mediaTypesWarning(mismatched) };
  } finally {
    await staged.now?.discard();
  }
}
