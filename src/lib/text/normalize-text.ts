const OTHER_LETTERS = /[^ -~\s]/gu;
const MARKS = /\p{M}+/gu;
const DIGITS = /\d+/g;

const foldedLetters = new Map<string, string>();

/** A text as it is searched: lower case, without accents. */
export function foldText(text: string): string {
  return text.toLowerCase().replace(OTHER_LETTERS, foldLetter);
}

/** By letter and remembered: normalising whole texts takes longer, and leaves them twice as large in memory. */
function foldLetter(letter: string): string {
  const known = foldedLetters.get(letter);
  if (known !== undefined) return known;
  const plain = letter.normalize("NFD").replace(MARKS, "");
  const folded = Array.from(plain, (each) => String.fromCodePoint(each.codePointAt(0) ?? 0)).join("");
  foldedLetters.set(letter, folded);
  return folded;
}

/** A text as it is sorted with `<`: folded, and numbers in it by their size ("Dashboard 2" before "Dashboard 10"). */
export function sortableText(text: string): string {
  return foldText(text.trim()).replace(DIGITS, withLength);
}

/** Digits behind their count: a longer number is a bigger one, whatever it begins with. */
function withLength(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, "");
  const length = Math.min(plain.length, 1000);
  return length < 9 ? `${length}${plain}` : `9${String.fromCharCode(48 + length - 9)}${plain}`;
}
