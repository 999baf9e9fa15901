/** What bytes are by their own beginning, whatever their name or media type says. */
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

/** Bytes from the start of a file that `kindOfBytes` wants, where there are so many. */
export const HEAD_BYTES = 1_024;

interface Magic {
  readonly kind: FileKind;
  readonly at?: number;
  readonly bytes: readonly number[];
}

const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

const MAGIC: readonly Magic[] = [
  { kind: "png", bytes: [0x89, ...letters("PNG\r\n"), 0x1a, 0x0a] },
  { kind: "jpeg", bytes: [0xff, 0xd8, 0xff] },
  { kind: "gif", bytes: letters("GIF8") },
  { kind: "webp", at: 8, bytes: letters("WEBP") },
  { kind: "webm", bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  { kind: "mp4", at: 4, bytes: letters("ftyp") },
  { kind: "zip", bytes: letters("PK\x03\x04") },
  { kind: "gzip", bytes: [0x1f, 0x8b] },
];

/** The kind of a file by its first bytes; `HEAD_BYTES` of them are enough. */
export function kindOfBytes(head: Uint8Array): FileKind {
  const found = MAGIC.find(({ at = 0, bytes }) => bytes.every((byte, place) => head[at + place] === byte));
  if (found) return found.kind;
  const encoding = textEncodingOf(head);
  if (encoding === null) return "binary";
  return kindOfText(new TextDecoder(encoding).decode(head));
}

/**
 * The encoding of a text by its first bytes, as `TextDecoder` names it: by the byte order mark, else UTF-8. Null for
 * what is no text: it holds zero bytes or other control characters.
 */
export function textEncodingOf(head: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | null {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return head.some(isNoText) ? null : "utf-8";
}

/** Control characters that no text has; tab, line ends, form feed and escape are in some. */
function isNoText(byte: number): boolean {
  return byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x20 && byte !== 0x1b);
}

function kindOfText(text: string): FileKind {
  // Readers of PDF allow other bytes before the mark.
  if (text.includes("%PDF-")) return "pdf";
  // What stands before the first element: blanks, comments, the declaration of XML.
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
