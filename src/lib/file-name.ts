const MOST_CHARACTERS = 120;
// Control characters, halves of characters, and marks that turn the direction of what follows: `gnp.exe` read as `exe.png`.
const UNSEEN = /[\p{Cc}\p{Surrogate}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]+/gu;
const SEPARATORS = /[/\\:*?"<>|]+/g;
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/**
 * A file name that every system takes, at most 120 characters with its extension: no path, nothing unseen, no name that
 * Windows keeps for itself. `words` may be anything; where nothing is left of them it is "download".
 * @param extension without the dot
 */
export function cleanFileName(words: string, extension: string): string {
  const ending = `.${extension}`;
  const plain = words
    .replace(/\s+/g, " ")
    .replace(UNSEEN, "")
    .replace(SEPARATORS, "-")
    .replace(/^[ .]+/, "");
  const cut = cutTo(plain, MOST_CHARACTERS - ending.length).replace(/[ .]+$/, "");
  // Windows looks at what stands before the first dot.
  const [first = ""] = cut.split(".");
  const free = RESERVED.test(first.trim()) ? `_${cut}` : cut;
  return (free || "download") + ending;
}

/** Cut without leaving half a character. */
function cutTo(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, length).replace(/\p{Surrogate}$/u, "");
}
