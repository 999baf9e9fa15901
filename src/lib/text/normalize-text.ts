const NON_ASCII = /[^ -~\s]/gu;
const MARKS = /\p{M}+/gu;
const DIGITS = /\d+/g;

const normalizedCharacters = new Map<string, string>();

/** Normalizes text for searching: lower case without accents. */
export function normalizeText(text: string): string {
  return text.toLowerCase().replace(NON_ASCII, normalizeCharacter);
}

/**
 * Normalizes a character. Caches the result per character, because normalizing whole texts is
 * slower and doubles their memory.
 */
function normalizeCharacter(character: string): string {
  const known = normalizedCharacters.get(character);
  if (known !== undefined) return known;
  const plain = character.normalize("NFD").replace(MARKS, "");
  const normalized = Array.from(plain, (each) => String.fromCodePoint(each.codePointAt(0) ?? 0)).join("");
  normalizedCharacters.set(character, normalized);
  return normalized;
}

/**
 * Returns a sort key for comparison with `<`. Normalizes the text and sorts numbers by value: "Dashboard 2" before
 * "Dashboard 10".
 */
export function toSortText(text: string): string {
  return normalizeText(text.trim()).replace(DIGITS, prefixDigitCount);
}

/** Prefixes digits with their count, so that longer numbers sort last. */
function prefixDigitCount(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, "");
  const length = Math.min(plain.length, 1000);
  return length < 9 ? `${length}${plain}` : `9${String.fromCharCode(48 + length - 9)}${plain}`;
}
