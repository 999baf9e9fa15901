import { makeZip } from "client-zip";
import { FileError } from "@/api/errors";
import type { ExportedAsset } from "@/api/exports";
import type { Api } from "@/data/backend/backend";
import { sanitizeFileName, uniqueFileName } from "@/lib/file/file-name";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { parseInstant } from "@/lib/time/dates";
import { describeDownloadError, openExportFile } from "./export-file";

interface ReceivedFile {
  readonly file: Blob;
  readonly note: string | null;
}

export interface FileFailure {
  readonly record: ExportedAsset;
  readonly name: string;
  /** Null for a rejected API key, which the app reports itself. */
  readonly problem: Problem | null;
}

interface TransferOptions {
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
  return `The file may not open. It was served as ${served} instead of ${format}.`;
}

const MAX_NAMED = 5;

function mediaTypesNote(fileNames: readonly string[]): string | null {
  if (fileNames.length === 0) return null;
  const more = fileNames.length > MAX_NAMED ? `, and ${fileNames.length - MAX_NAMED} more` : "";
  return `${pluralize(fileNames.length, "file was", "files were")} served with an unexpected media type and may not open: ${fileNames.slice(0, MAX_NAMED).join(", ")}${more}.`;
}

function failureListText(failures: readonly FileFailure[]): string {
  const lines = failures.map(({ record, name, problem }) => {
    const reason = problem === null ? "The API key was rejected." : `${problem.title}. ${problem.detail}`;
    return `${name} (export ${record.id}): ${reason}`;
  });
  return ["These files couldn't be downloaded:", "", ...lines, ""].join("\r\n");
}

/** Browsers keep blobs on disk if they are large. Fewer and larger parts are faster. */
const PART_BYTES = 1_000_000;

/**
 * Collects a stream in a blob.
 * @throws FileError("empty"), or FileError("too-large") if the browser can't hold the file
 */
async function collect(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  { signal, onBytes }: Pick<TransferOptions, "signal" | "onBytes">,
): Promise<Blob> {
  const parts: BlobPart[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let chunkBytes = 0;
  const reader = stream.getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      chunks.push(chunk.value);
      chunkBytes += chunk.value.byteLength;
      if (chunkBytes >= PART_BYTES) {
        parts.push(new Blob(chunks));
        chunks = [];
        chunkBytes = 0;
      }
      onBytes(chunk.value.byteLength);
    }
    // Browsers always save files of this type, and never display them.
    const file = new Blob([...parts, ...chunks], { type: "application/octet-stream" });
    // Reading fails if the browser had no room for the blob.
    await file.slice(-1).arrayBuffer();
    signal.throwIfAborted();
    if (file.size === 0) throw new FileError("empty");
    return file;
  } catch (cause) {
    reader.cancel(cause).catch(() => undefined);
    const isFull =
      cause instanceof RangeError || (cause instanceof DOMException && cause.name === "NotReadableError");
    throw isFull ? new FileError("too-large", null, { cause }) : cause;
  }
}

/** Whether the announced size exceeds the browser's storage. */
async function isTooLarge(size: number | null): Promise<boolean> {
  const quota = (await globalThis.navigator?.storage?.estimate())?.quota;
  return size !== null && quota !== undefined && size > quota;
}

/**
 * Downloads an export's file.
 * @throws FileError, the errors of `openExportFile`, or the signal's reason when canceled
 */
export async function receiveFile(
  api: Api,
  record: ExportedAsset,
  transfer: TransferOptions,
): Promise<ReceivedFile> {
  const { stream, sizeBytes, mediaType } = await openExportFile(api, record, transfer.signal);
  const isWebPage = mediaType === "text/html" && !record.export_format.startsWith("text/html");
  if (isWebPage || (await isTooLarge(sizeBytes))) {
    void stream.cancel();
    throw new FileError(isWebPage ? "web-page" : "too-large");
  }
  transfer.onSize(sizeBytes);
  return { file: await collect(stream, transfer), note: mediaTypeNote(record, mediaType) };
}

const FAILURE_LIST_NAME = "Failed files.txt";

/**
 * Downloads several files into a zip, with unique names and a list of failed files. Adds a file
 * only after its download is complete, so that the zip contains no partial files.
 * @throws FileError if every file fails, or the signal's reason when canceled
 */
export async function receiveZip(
  api: Api,
  records: readonly ExportedAsset[],
  transfer: Pick<TransferOptions, "signal" | "onBytes"> & {
    readonly onFile: (failure: FileFailure | null) => void;
  },
): Promise<ReceivedFile> {
  const { signal, onBytes, onFile } = transfer;
  const takenNames = new Set([FAILURE_LIST_NAME.toLowerCase()]);
  const failures: FileFailure[] = [];
  const mismatched: string[] = [];

  async function fetchOne(record: ExportedAsset, name: string): Promise<ReceivedFile | null> {
    try {
      return await receiveFile(api, record, { signal, onBytes, onSize: () => undefined });
    } catch (error) {
      signal.throwIfAborted();
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
      if (received === null) continue;
      if (received.note !== null) mismatched.push(name);
      const created = record.created_at === null ? null : parseInstant(record.created_at);
      yield { name, input: received.file, size: received.file.size, lastModified: created ?? new Date() };
      onFile(null);
    }
    if (failures.length === records.length) throw new FileError("none");
    if (failures.length === 0) return;
    const input = new Blob([failureListText(failures)]);
    yield { name: FAILURE_LIST_NAME, input, lastModified: new Date() };
  }

  const zip = makeZip(entries()) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const file = await collect(zip, { signal, onBytes: () => undefined });
  return { file, note: mediaTypesNote(mismatched) };
}

/** Extensions by media type. The first is the default. */
const EXTENSIONS: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ["image/png", ["png"]],
  ["application/pdf", ["pdf"]],
  ["text/csv", ["csv"]],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ["xlsx"]],
  ["application/json", ["json"]],
  ["video/webm", ["webm"]],
  ["video/mp4", ["mp4"]],
  ["image/gif", ["gif"]],
  ["image/jpeg", ["jpg", "jpeg"]],
  ["image/webp", ["webp"]],
  ["text/plain", ["txt", "log", "md"]],
  ["application/zip", ["zip"]],
]);

/** Extensions allowed for unknown formats. Operating systems neither execute these files nor display them as pages. */
const SAFE_EXTENSIONS: ReadonlySet<string> = new Set(
  ["tsv", "parquet", "avro", "jsonl", "ndjson", "gz", "xls", "ods", "docx", "pptx", "mov", "avif"].concat(
    ...EXTENSIONS.values(),
  ),
);

/** Returns a valid file name whose extension matches the format, so that an image can't be saved as a program. */
export function exportFileName({ id, filename, export_format: format }: ExportedAsset): string {
  const name = filename?.trim() || `export-${id}`;
  const [, stem = name, extension = ""] = /^(.*)\.([^.]*)$/s.exec(name) ?? [];
  const lowerExtension = extension.toLowerCase();
  const knownExtensions = EXTENSIONS.get(format.split(";")[0]?.trim().toLowerCase() ?? "");
  const isAllowed = knownExtensions?.includes(lowerExtension) ?? SAFE_EXTENSIONS.has(lowerExtension);
  if (isAllowed) return sanitizeFileName(stem, lowerExtension);
  // Browsers run the scripts of XML files that are opened from the disk.
  return sanitizeFileName(name, knownExtensions?.[0] ?? (lowerExtension === "xml" ? "txt" : "bin"));
}
