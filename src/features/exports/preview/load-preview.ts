import { type CsvData, parseCsv } from "@/lib/file/csv-reader";
import { detectFileKind, detectTextEncoding, type FileKind } from "@/lib/file/file-kind";
import { type JsonOutline, JsonSyntaxError, parseJsonOutline } from "@/lib/file/json-reader";
import { createLineFinder } from "@/lib/file/line-index";
import type { FileSource, PreviewedFile, ProgressListener } from "./file-source";
import { openFileSource, readUpTo } from "./file-source";

export const MAX_COLUMNS = 200;
/** A header and 1,000 rows. */
const TABLE_LIMITS = { maxRows: 1_001, maxColumns: MAX_COLUMNS, maxCellLength: 10_000 };
const MAX_TABLE_BYTES = 10_000_000;
export const MAX_TEXT_BYTES = 200_000;
/** Maximum size of a JSON tree. Larger files are shown as text. */
export const MAX_JSON_BYTES = 20_000_000;
/** Limit for files that can't be previewed in part. Larger files need a confirmation, up to `MAX_FETCH_BYTES`. */
export const AUTO_FETCH_MAX_BYTES = 20_000_000;
export const MAX_FETCH_BYTES = 100_000_000;

export type TextReason =
  | { readonly kind: "large" }
  | { readonly kind: "invalid"; readonly message: string; readonly line: number; readonly column: number };

export type PreviewView =
  | { readonly kind: "empty" }
  | { readonly kind: "image" | "pdf"; readonly blob: Blob }
  | { readonly kind: "table"; readonly lines: CsvData; readonly hasMore: boolean }
  | { readonly kind: "json"; readonly text: string; readonly outline: JsonOutline }
  | {
      readonly kind: "text";
      readonly text: string;
      readonly hasMore: boolean;
      readonly reason: TextReason | null;
    }
  /** No preview. Only type and size are shown. */
  | { readonly kind: "named" }
  /** The file exceeds `maxBytes` and can't be previewed in part. */
  | { readonly kind: "large"; readonly maxBytes: number };

export interface Preview {
  readonly view: PreviewView;
  readonly fileKind: FileKind;
  /** In bytes. Null when unknown. */
  readonly size: number | null;
  /** Warning that the content or the server's media type doesn't match the requested format. Null if they match. */
  readonly mismatchMessage: string | null;
  /** Error that interrupted the transfer, or null. */
  readonly truncationError: unknown;
}

interface PreviewRequest {
  readonly openFile: (signal: AbortSignal) => Promise<PreviewedFile>;
  /** Media type that was requested for the export. */
  readonly format: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
}

/**
 * Loads as much of a file as the preview shows, then cancels the download.
 * @throws the errors of `openFile`
 * @throws the stream's error if nothing was received
 * @throws the signal's reason when canceled
 */
export async function loadPreview(request: PreviewRequest): Promise<Preview> {
  const { format, signal } = request;
  const file = await request.openFile(signal);
  const source = await openFileSource(file, signal, request.onProgress);
  try {
    const fileKind = detectFileKind(source.firstBytes);
    const view: PreviewView =
      source.firstBytes.length === 0 ? { kind: "empty" } : await createView(source, fileKind, request);
    const mismatchMessage = view.kind === "empty" ? null : formatMismatch(fileKind, format, file.mediaType);
    return {
      view,
      fileKind,
      size: source.size(),
      mismatchMessage,
      truncationError: source.truncationError(),
    };
  } finally {
    source.close();
  }
}

/**
 * Selects the preview by content. For text, the requested format distinguishes tables and JSON.
 * HTML, SVG, and XML are shown as text, so that they can't execute code.
 */
async function createView(
  source: FileSource,
  fileKind: FileKind,
  { format, maxBytes }: PreviewRequest,
): Promise<PreviewView> {
  if (fileKind === "pdf" || IMAGE_KINDS.includes(fileKind)) {
    const file = (source.size() ?? 0) > maxBytes ? null : await readUpTo(source, maxBytes);
    if (file === null || file.hasMore) return { kind: "large", maxBytes };
    const type = Object.keys(EXPECTED_KINDS).find((name) => EXPECTED_KINDS[name] === fileKind);
    const blob = new Blob(file.chunks, { type: type ?? "" });
    return { kind: fileKind === "pdf" ? "pdf" : "image", blob };
  }
  if (fileKind === "html" || fileKind === "svg" || fileKind === "xml") return readText(source, null);
  if (fileKind !== "text") return { kind: "named" };
  const type = normalizeMediaType(format);
  if (type === "text/csv" || type === "text/tab-separated-values") return readTable(source);
  return /[/+]json$/.test(type) ? readJson(source) : readText(source, null);
}

function createDecoder({ firstBytes: head }: FileSource): TextDecoder {
  return new TextDecoder(detectTextEncoding(head) ?? "utf-8");
}

async function readTable(source: FileSource): Promise<PreviewView> {
  const decoder = createDecoder(source);
  let text = "";
  let bytesRead = 0;
  let lineCount = 0;
  let linesToParse = TABLE_LIMITS.maxRows;
  for (let chunk = await source.nextChunk(); chunk !== null; chunk = await source.nextChunk()) {
    bytesRead += chunk.byteLength;
    const added = decoder.decode(chunk, { stream: true });
    text += added;
    lineCount += added.split(/\r\n|\r|\n/).length - 1;
    const isLimitReached = bytesRead > MAX_TABLE_BYTES;
    if (!isLimitReached && lineCount <= linesToParse) continue;
    // Cells can contain line breaks, so these lines may be fewer rows than the table shows.
    const lines = parseCsv(text, TABLE_LIMITS, false);
    if (isLimitReached || lines.hasMore) return { kind: "table", lines, hasMore: true };
    linesToParse = 2 * lineCount;
  }
  const lines = parseCsv(text + decoder.decode(), TABLE_LIMITS, source.truncationError() !== null);
  return { kind: "table", lines, hasMore: lines.hasMore };
}

/** At a limit, an incomplete character is omitted. At the end of the file, it becomes a replacement character. */
function decode(source: FileSource, { chunks, hasMore }: Awaited<ReturnType<typeof readUpTo>>): string {
  const decoder = createDecoder(source);
  const texts = chunks.map((chunk) => decoder.decode(chunk, { stream: true }));
  return texts.join("") + (hasMore ? "" : decoder.decode());
}

async function readText(source: FileSource, reason: TextReason | null): Promise<PreviewView> {
  const start = await readUpTo(source, MAX_TEXT_BYTES);
  return { kind: "text", text: decode(source, start), hasMore: start.hasMore, reason };
}

async function readJson(source: FileSource): Promise<PreviewView> {
  if ((source.size() ?? 0) > MAX_JSON_BYTES) return readText(source, { kind: "large" });
  const file = await readUpTo(source, MAX_JSON_BYTES);
  const text = decode(source, file);
  if (file.hasMore) return textFallbackView(text, { kind: "large" });
  try {
    return { kind: "json", text, outline: parseJsonOutline(text) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return textFallbackView(text, {
      kind: "invalid",
      message: error.message,
      ...createLineFinder(text)(error.offset),
    });
  }
}

function textFallbackView(text: string, reason: TextReason): PreviewView {
  return {
    kind: "text",
    text: text.slice(0, MAX_TEXT_BYTES),
    hasMore: text.length > MAX_TEXT_BYTES,
    reason,
  };
}

/** Images that every browser displays, and that can't execute code. */
const IMAGE_KINDS: readonly FileKind[] = ["png", "jpeg", "gif", "webp"];

const KIND_LABELS: Readonly<Record<FileKind, string>> = {
  png: "a PNG image",
  jpeg: "a JPEG image",
  gif: "a GIF image",
  webp: "a WebP image",
  pdf: "a PDF",
  webm: "a WebM video",
  mp4: "an MP4 video",
  zip: "a ZIP archive",
  gzip: "a gzip archive",
  html: "an HTML page",
  svg: "an SVG image",
  xml: "XML text",
  text: "plain text",
  binary: "binary data",
};

/** Kind of content by media type. For example, an Excel workbook is a ZIP archive. */
const EXPECTED_KINDS: Readonly<Record<string, FileKind>> = {
  "image/png": "png",
  "image/jpeg": "jpeg",
  "image/gif": "gif",
  "image/webp": "webp",
  "application/pdf": "pdf",
  "text/csv": "text",
  "application/json": "text",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "zip",
  "application/zip": "zip",
  "video/webm": "webm",
  "video/mp4": "mp4",
};

const UNINFORMATIVE_TYPES = ["", "application/octet-stream", "binary/octet-stream"];

/** Returns the media type in lowercase, without parameters. */
function normalizeMediaType(type: string): string {
  return type.split(";")[0]?.trim().toLowerCase() ?? "";
}

/**
 * Returns a warning if the content or the served media type doesn't match the requested format.
 * Returns null if they match.
 * @param servedType media type in the response, in lowercase and without parameters
 */
function formatMismatch(kind: FileKind, format: string, servedType: string): string | null {
  const requestedType = normalizeMediaType(format);
  if ((EXPECTED_KINDS[requestedType] ?? kind) !== kind) {
    const isMarkup = kind === "html" || kind === "svg";
    return `Expected ${requestedType}, but the file is ${KIND_LABELS[kind]}.${isMarkup ? " It is shown as text and never executed." : ""}`;
  }
  if (UNINFORMATIVE_TYPES.includes(servedType) || servedType === requestedType) return null;
  return `The file is ${KIND_LABELS[kind]}, but the server labeled it ${servedType} instead of ${requestedType}.`;
}

/** Describes a file by its content, or by the requested format if that is more specific. */
export function formatFileLabel(kind: FileKind, format: string): string {
  const requestedType = normalizeMediaType(format);
  if (kind === "zip" && requestedType.includes("spreadsheetml")) return "an Excel workbook";
  return KIND_LABELS[kind];
}
