import { stripInvisible } from "@/lib/text/normalize-text";

const MAX_CHARACTERS = 120;
/** Linux allows 255 bytes. The difference leaves room for suffixes such as " (2)". */
const MAX_NAME_BYTES = 230;
const SEPARATORS = /[/\\:*?"<>|]+/g;
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/**
 * Converts any text to a file name that is valid on all systems. The name and its extension have at most 120 characters
 * and 230 bytes. Replaces path separators and other forbidden characters with hyphens. Removes invisible characters and
 * avoids reserved Windows names. An empty name becomes "download".
 * @param extension without the dot
 */
export function sanitizeFileName(name: string, extension: string): string {
  const suffix = `.${extension}`;
  const cleaned = stripInvisible(name.normalize("NFC"))
    .replace(SEPARATORS, "-")
    .replace(/^[ .]+/, "");
  const cut = truncate(cleaned, MAX_CHARACTERS - suffix.length, MAX_NAME_BYTES - byteLength(suffix)).replace(
    /[ .]+$/,
    "",
  );
  // Windows checks the part before the first dot.
  const [first = ""] = cut.split(".");
  const safe = RESERVED.test(first.trim()) ? `_${cut}` : cut;
  return (safe || "download") + suffix;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function truncate(text: string, characters: number, bytes: number): string {
  if (text.length <= characters && byteLength(text) <= bytes) return text;
  let result = "";
  let usedBytes = 0;
  for (const { segment: grapheme } of new Intl.Segmenter().segment(text.slice(0, characters + 1))) {
    usedBytes += byteLength(grapheme);
    if (result.length + grapheme.length > characters || usedBytes > bytes) break;
    result += grapheme;
  }
  return result;
}

/**
 * Appends a number when the name is taken: "x (2).csv". Ignores case, because some file systems do. Adds the result
 * to `taken`.
 */
export function uniqueFileName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  let candidate = name;
  for (let number = 2; taken.has(fileNameKey(candidate)); number += 1)
    candidate = `${stem} (${number})${ending}`;
  taken.add(fileNameKey(candidate));
  return candidate;
}

/** Returns equal keys for names that at least one file system may treat as equal. */
function fileNameKey(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase();
}
