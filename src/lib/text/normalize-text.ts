const NON_ASCII = /[^ -~\s]/gu;
const MARKS = /\p{M}+/gu;
const DIGITS = /\d+/g;

const normalizedCharacters = new Map<string, string>();

/** A text as it is searched: lower case, without accents. */
export function normalizeText(text: string): string {
  return text.toLowerCase().replace(NON_ASCII, normalizeCharacter);
}

/** By letter and remembered: normalising whole texts takes longer, and leaves them twice as large in memory. */
function normalizeCharacter(character: string): string {
  const known = normalizedCharacters.get(character);
  if (known !== undefined) return known;
  const plain = character.normalize("NFD").replace(MARKS, "");
  const normalized = Array.from(plain, (each) => String.fromCodePoint(each.codePointAt(0) ?? 0)).join("");
  normalizedCharacters.set(character, normalized);
  return normalized;
}

/** A text as it is sorted with `<`: folded, and numbers in it by their size ("Dashboard 2" before "Dashboard 10"). */
export function toSortText(text: string): string {
  return normalizeText(text.trim()).replace(DIGITS, prefixDigitCount);
}

/** Digits behind their count: a longer number is a bigger one, whatever it begins with. */
function prefixDigitCount(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, "");
  const length = Math.min(plain.length, 1000);
  return length < 9 ? `${length}${plain}` : `9${String.fromCharCode(48 + length - 9)}${plain}`;
}
