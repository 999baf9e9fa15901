export type ReadTextResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

const MEGABYTE = 1_000_000;
/** Larger texts and their parsed values might exceed the available memory. */
export const MAX_TEXT_BYTES = 100 * MEGABYTE;
/** Small enough to keep the page responsive. */
const CHUNK_BYTES = MEGABYTE;

const UNSUPPORTED_KINDS: readonly { readonly bytes: readonly number[]; readonly message: string }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    message: "This is a ZIP archive or an Excel workbook. Extract the archive, or choose a JSON file.",
  },
  { bytes: [0x1f, 0x8b], message: "This file is compressed (gzip). Extract it first." },
  { bytes: [0x25, 0x50, 0x44, 0x46], message: "This is a PDF. Choose a JSON file." },
  { bytes: [0x89, 0x50, 0x4e, 0x47], message: "This is an image. Choose a JSON file." },
];

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
      message: `The file is too large (${size} MB). Split it into files of at most 100 MB.`,
    };
  }
  const head = await readBytes(file.slice(0, 512));
  const kind = UNSUPPORTED_KINDS.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
  if (kind) return { ok: false, message: kind.message };
  const encoding = detectEncoding(head);
  if (encoding === null) {
    return { ok: false, message: "The file isn't UTF-8 text. Save it as UTF-8." };
  }
  return decode(file, encoding, signal);
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

/** Detects the encoding. Returns null for binary data, which contains zero bytes but no byte order mark. */
function detectEncoding(head: Uint8Array): string | null {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return head.includes(0) ? null : "utf-8";
}
