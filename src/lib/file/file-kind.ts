export type FileKind =
  | "png"
  | "jpeg"
  | "gif"
  | "webp"
  | "pdf"
  | "webm"
  | "mp4"
  | "zip"
  | "gzip"
  | "html"
  | "svg"
  | "xml"
  | "text"
  | "binary";

/** Number of bytes that `detectFileKind` needs from the start of a file. */
export const FILE_HEAD_BYTES = 1_024;

interface MagicNumber {
  readonly kind: FileKind;
  readonly offset?: number;
  readonly bytes: readonly number[];
}

const characterCodes = (text: string) => Array.from(text, (character) => character.charCodeAt(0));

const MAGIC_NUMBERS: readonly MagicNumber[] = [
  { kind: "png", bytes: [0x89, ...characterCodes("PNG\r\n"), 0x1a, 0x0a] },
  { kind: "jpeg", bytes: [0xff, 0xd8, 0xff] },
  { kind: "gif", bytes: characterCodes("GIF8") },
  { kind: "webp", offset: 8, bytes: characterCodes("WEBP") },
  { kind: "webm", bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  { kind: "mp4", offset: 4, bytes: characterCodes("ftyp") },
  { kind: "zip", bytes: characterCodes("PK\x03\x04") },
  { kind: "gzip", bytes: [0x1f, 0x8b] },
];

/** Detects a file's type from its first `FILE_HEAD_BYTES` bytes. Ignores the file name and media type. */
export function detectFileKind(head: Uint8Array): FileKind {
  const found = MAGIC_NUMBERS.find(({ offset = 0, bytes }) =>
    bytes.every((byte, index) => head[offset + index] === byte),
  );
  if (found) return found.kind;
  const encoding = detectTextEncoding(head);
  if (encoding === null) return "binary";
  return detectTextKind(new TextDecoder(encoding).decode(head));
}

/**
 * Returns the encoding of the byte order mark as a `TextDecoder` label. Returns "utf-8" for text
 * without a mark, and null for binary data.
 */
export function detectTextEncoding(head: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | null {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return head.some(isNonTextByte) ? null : "utf-8";
}

/**
 * Whether a byte is a control character that text files don't contain. False for tabs, line ends,
 * form feeds, and escape characters.
 */
function isNonTextByte(byte: number): boolean {
  return byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x20 && byte !== 0x1b);
}

function detectTextKind(text: string): FileKind {
  // PDF readers accept other bytes before the marker.
  if (text.includes("%PDF-")) return "pdf";
  const start = text.replace(/^(?:\s+|<\?[^>]*>|<!--[\s\S]*?-->)+/, "");
  if (
    /^<!doctype html|^<(?:html|head|body|script|iframe|meta|title|style|img|div|p|a|b|h1|table|br)\b/i.test(
      start,
    )
  )
    return "html";
  if (/^<(?:!doctype )?svg\b/i.test(start)) return "svg";
  return /^<\?xml\b/i.test(text.trimStart()) ? "xml" : "text";
}
