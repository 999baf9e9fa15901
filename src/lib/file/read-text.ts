import { detectFileKind, detectTextEncoding, type FileKind } from "./file-kind";

export type ReadTextResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

const MEGABYTE = 1_000_000;
/** Larger texts and their parsed values might exceed the available memory. */
export const MAX_TEXT_BYTES = 32 * MEGABYTE;
/** Small enough to keep the page responsive. */
const CHUNK_BYTES = MEGABYTE;

const IMAGE_MESSAGE = "This is an image. Choose a JSON file.";
const UNSUPPORTED_KINDS: Partial<Record<FileKind, string>> = {
  zip: "This is a ZIP archive or an Excel workbook. Extract the archive, or choose a JSON file.",
  gzip: "This file is compressed (gzip). Extract it first.",
  pdf: "This is a PDF. Choose a JSON file.",
  png: IMAGE_MESSAGE,
  jpeg: IMAGE_MESSAGE,
  gif: IMAGE_MESSAGE,
  webp: IMAGE_MESSAGE,
  binary: "The file isn't UTF-8 text. Save it as UTF-8.",
};

/**
 * Reads a text file in chunks. Supports UTF-8, and UTF-16 with a byte order mark. Rejects
 * when the file is unreadable, or with the signal's reason when the signal aborts.
 */
export async function readTextFile(file: Blob, signal?: AbortSignal): Promise<ReadTextResult> {
  if (file.size === 0) return { ok: false, message: "The file is empty." };
  if (file.size > MAX_TEXT_BYTES) {
    const size = Math.ceil(file.size / MEGABYTE);
    return {
      ok: false,
      message: `The file is too large (${size} MB). Split it into files of at most 32 MB.`,
    };
  }
  const head = await readBytes(file.slice(0, 512));
  const message = UNSUPPORTED_KINDS[detectFileKind(head)];
  if (message !== undefined) return { ok: false, message };
  return decode(file, detectTextEncoding(head) ?? "utf-8", signal);
}

async function decode(file: Blob, encoding: string, signal?: AbortSignal): Promise<ReadTextResult> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const parts: string[] = [];
  try {
    for (let from = 0; from < file.size; from += CHUNK_BYTES) {
      const bytes = await readBytes(file.slice(from, from + CHUNK_BYTES));
      signal?.throwIfAborted();
      parts.push(decoder.decode(bytes, { stream: true }));
    }
    parts.push(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { ok: false, message: "The file contains invalid UTF-8. Save it as UTF-8." };
  }
  return { ok: true, text: parts.join("") };
}

async function readBytes(part: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await part.arrayBuffer());
}
