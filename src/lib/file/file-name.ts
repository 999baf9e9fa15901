import { withoutUnseen } from "@/lib/text/invisible-characters";

const MOST_CHARACTERS = 120;
/** Linux counts bytes, and takes 255; the rest is room for " (2)" and for what a browser adds. */
const MOST_BYTES = 230;
const SEPARATORS = /[/\\:*?"<>|]+/g;
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/**
 * A file name that every system takes, at most 120 characters and 230 bytes with its extension: no path, nothing unseen, no name that
 * Windows keeps for itself. `words` may be anything; where nothing is left of them it is "download".
 * @param extension without the dot
 */
export function cleanFileName(words: string, extension: string): string {
  const ending = `.${extension}`;
  const plain = withoutUnseen(words.normalize("NFC"))
    .replace(SEPARATORS, "-")
    .replace(/^[ .]+/, "");
  const cut = cutTo(plain, MOST_CHARACTERS - ending.length, MOST_BYTES - bytesOf(ending)).replace(
    /[ .]+$/,
    "",
  );
  // Windows looks at what stands before the first dot.
  const [first = ""] = cut.split(".");
  const free = RESERVED.test(first.trim()) ? `_${cut}` : cut;
  return (free || "download") + ending;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** What is drawn as one character each; in older browsers, which cannot tell, what is written as one. */
function drawnCharacters(text: string): readonly string[] {
  if (!("Segmenter" in Intl)) return Array.from(text);
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

/** Cut without leaving half a character, nor one of several that are drawn as one. */
function cutTo(text: string, characters: number, bytes: number): string {
  if (text.length <= characters && bytesOf(text) <= bytes) return text;
  let kept = "";
  let used = 0;
  for (const drawn of drawnCharacters(text.slice(0, characters + 1))) {
    used += bytesOf(drawn);
    if (kept.length + drawn.length > characters || used > bytes) break;
    kept += drawn;
  }
  return kept;
}

/**
 * The name with a number where it is taken already: "x (2).csv". Systems that see no difference between "X" and "x"
 * would lay one file over the other. The result is noted in `taken`, which begins
 * empty.
 */
export function uniqueFileName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  let free = name;
  for (let number = 2; taken.has(fileNameKey(free)); number += 1) free = `${stem} (${number})${ending}`;
  taken.add(fileNameKey(free));
  return free;
}

/** The same for names that some system takes for one. */
function fileNameKey(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase();
}
