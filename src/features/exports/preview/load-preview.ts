import { type CsvLines, createCsvReader } from "@/lib/file/csv-reader";
import { type FileKind, kindOfBytes, textEncodingOf } from "@/lib/file/file-kind";
import { type JsonOutline, readOutline } from "@/lib/file/json-reader";
import { JsonMistake } from "@/lib/file/json-syntax";
import { createLineFinder } from "@/lib/file/line-index";
import { runInSlices } from "@/lib/scheduler/cooperative-task";
import {
  type FileSource,
  joinParts,
  type OnProgress,
  type OpenedFile,
  openSource,
  wholeOf,
} from "./file-source";
import { mismatchWords, PICTURE_TYPES, previewKindOf } from "./preview-kind";

/** Lines of a table that are read, without the one that names the columns. */
export const MOST_ROWS = 1_000;
/** Columns of a table that are kept. */
export const MOST_COLUMNS = 200;
const MOST_CELL = 10_000;
const MOST_TABLE_BYTES = 10_000_000;
/** Bytes of a text that are shown. */
export const MOST_TEXT_BYTES = 200_000;
/** Bytes of JSON that are read as a tree. */
export const MOST_JSON_BYTES = 20_000_000;
/** Bytes that are fetched without a question for what must be whole, and those after one. */
export const FETCHED_UNASKED = 20_000_000;
export const FETCHED_AT_MOST = 100_000_000;

/** Why what should have been a tree is shown as text. */
export type TextReason =
  | { readonly kind: "large" }
  | { readonly kind: "mistake"; readonly words: string; readonly line: number; readonly column: number };

/** What of a file is shown. */
export type PreviewView =
  | { readonly kind: "empty" }
  | { readonly kind: "image"; readonly blob: Blob }
  | { readonly kind: "pdf"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "table"; readonly lines: CsvLines; readonly hasMore: boolean }
  | { readonly kind: "json"; readonly text: string; readonly outline: JsonOutline }
  | {
      readonly kind: "text";
      readonly text: string;
      readonly hasMore: boolean;
      readonly reason: TextReason | null;
    }
  /** Cannot be shown here. */
  | { readonly kind: "named" }
  /** Must be whole to be shown, and has more bytes than were allowed. */
  | { readonly kind: "large"; readonly most: number };

/** A file, as far as it was fetched. */
export interface Preview {
  readonly view: PreviewView;
  readonly fileKind: FileKind;
  /** Bytes of the whole file; null where nobody knows. */
  readonly size: number | null;
  /** What does not fit between bytes, format and served media type, a sentence. */
  readonly mismatch: string | null;
  /** Why the file ends too early; null where it does not, or where its end was not wanted. */
  readonly cut: unknown;
}

interface PreviewRequest {
  readonly open: (signal: AbortSignal) => Promise<OpenedFile>;
  /** The media type that was asked for. */
  readonly format: string;
  /** Bytes that may be fetched for what must be whole. */
  readonly most: number;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/**
 * Fetches as much of a file as is shown, and lets go of the rest.
 * @throws what `open` throws, the stream's error where nothing came at all, the signal's reason when cancelled.
 */
export async function loadPreview(request: PreviewRequest): Promise<Preview> {
  const { format, signal } = request;
  const file = await request.open(signal);
  const source = await openSource(file, signal, request.onProgress);
  try {
    const fileKind = kindOfBytes(source.head);
    const view: PreviewView =
      source.head.length === 0 ? { kind: "empty" } : await viewOf(source, fileKind, request);
    const mismatch = view.kind === "empty" ? null : mismatchWords(fileKind, format, file.mediaType);
    return { view, fileKind, size: source.size(), mismatch, cut: source.cut() };
  } finally {
    source.close();
  }
}

async function viewOf(source: FileSource, fileKind: FileKind, request: PreviewRequest): Promise<PreviewView> {
  switch (previewKindOf(fileKind, request.format)) {
    case "image": {
      const parts = await wholeWithin(source, request.most);
      return parts
        ? { kind: "image", blob: new Blob([...parts], { type: PICTURE_TYPES[fileKind] ?? "" }) }
        : { kind: "large", most: request.most };
    }
    case "pdf": {
      const parts = await wholeWithin(source, request.most);
      return parts ? { kind: "pdf", bytes: joinParts(parts) } : { kind: "large", most: request.most };
    }
    case "table":
      return readTable(source);
    case "json":
      return readJson(source, request.signal);
    case "text":
      return readText(source, null);
    default:
      return { kind: "named" };
  }
}

/** Null where it is known to be too large, before any more of it is fetched. */
async function wholeWithin(source: FileSource, most: number) {
  return (source.size() ?? 0) > most ? null : wholeOf(source, most);
}

function decoderOf({ head }: FileSource): TextDecoder {
  return new TextDecoder(textEncodingOf(head) ?? "utf-8");
}

async function readTable(source: FileSource): Promise<PreviewView> {
  const reader = createCsvReader({ rows: MOST_ROWS + 1, columns: MOST_COLUMNS, letters: MOST_CELL });
  const decoder = decoderOf(source);
  let length = 0;
  let isFull = false;
  let part = await source.next();
  while (part !== null && !isFull) {
    length += part.byteLength;
    isFull = reader.push(decoder.decode(part, { stream: true })) || length > MOST_TABLE_BYTES;
    if (!isFull) part = await source.next();
  }
  const hasRest = isFull && (await source.next()) !== null;
  const lines = reader.end(source.cut() !== null);
  return { kind: "table", lines, hasMore: lines.hasMore || hasRest };
}

async function readText(source: FileSource, reason: TextReason | null): Promise<PreviewView> {
  const decoder = decoderOf(source);
  const texts: string[] = [];
  let left = MOST_TEXT_BYTES;
  let part = await source.next();
  while (part !== null && part.byteLength <= left) {
    texts.push(decoder.decode(part, { stream: true }));
    left -= part.byteLength;
    part = await source.next();
  }
  // Half a letter at the edge is not shown; at the end of the file it is, as what it is.
  texts.push(part === null ? decoder.decode() : decoder.decode(part.subarray(0, left), { stream: true }));
  return { kind: "text", text: texts.join(""), hasMore: part !== null, reason };
}

async function readJson(source: FileSource, signal: AbortSignal): Promise<PreviewView> {
  if ((source.size() ?? 0) > MOST_JSON_BYTES) return readText(source, { kind: "large" });
  const decoder = decoderOf(source);
  const texts: string[] = [];
  let length = 0;
  for (let part = await source.next(); part !== null; part = await source.next()) {
    length += part.byteLength;
    texts.push(decoder.decode(part, { stream: true }));
    if (length > MOST_JSON_BYTES) return beginningOf(texts.join(""), { kind: "large" });
  }
  const text = texts.join("") + decoder.decode();
  try {
    return { kind: "json", text, outline: await runInSlices(readOutline(text), signal) };
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    return beginningOf(text, {
      kind: "mistake",
      words: error.message,
      ...createLineFinder(text)(error.offset),
    });
  }
}

function beginningOf(text: string, reason: TextReason): PreviewView {
  return {
    kind: "text",
    text: text.slice(0, MOST_TEXT_BYTES),
    hasMore: text.length > MOST_TEXT_BYTES,
    reason,
  };
}
