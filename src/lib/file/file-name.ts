import { stripInvisible } from "@/lib/text/invisible-characters";

const MAX_CHARACTERS = 120;
/** Linux counts bytes, and takes 255; the rest is room for " (2)" and for what a browser adds. */
const MAX_NAME_BYTES = 230;
const SEPARATORS = /[/\\:*?"<>|]+/g;
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/**
 * A file name that every system takes, at most 120 characters and 230 bytes with its extension: no path, nothing unseen, no name that
 * Windows keeps for itself. `words` may be anything; where nothing is left of them it is "download".
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
  // Windows looks at what stands before the first dot.
  const [first = ""] = cut.split(".");
  const safe = RESERVED.test(first.trim()) ? `_${cut}` : cut;
  return (safe || "download") + suffix;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** What is drawn as one character each; in older browsers, which cannot tell, what is written as one. */
function splitGraphemes(text: string): readonly string[] {
  if (!("Segmenter" in Intl)) return Array.from(text);
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

/** Cut without leaving half a character, nor one of several that are drawn as one. */
function truncate(text: string, characters: number, bytes: number): string {
  if (text.length <= characters && byteLength(text) <= bytes) return text;
  let result = "";
  let usedBytes = 0;
  for (const grapheme of splitGraphemes(text.slice(0, characters + 1))) {
    usedBytes += byteLength(grapheme);
    if (result.length + grapheme.length > characters || usedBytes > bytes) break;
    result += grapheme;
  }
  return result;
}

/**
 * The name with a number where it is taken already: "x (2).csv". Systems that see no difference between "X" and "x"
 * would lay one file over the other. The result is noted in `taken`, which begins
 * empty.
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

/** The same for names that some system takes for one. */
function fileNameKey(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase();
}
