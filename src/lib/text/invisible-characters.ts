// Control characters, halves of characters, and marks that turn the direction of what follows: `gnp.exe` read as `exe.png`.
// The joiners stay: writing and emoji need them.
const INVISIBLE =
  /[\p{Cc}\p{Surrogate}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]+/gu;
/** Nearly all texts are such, and are known to be at once. */
const PLAIN_ASCII = /^[!-~]*(?: [!-~]+)*$/;

/**
 * The words on one line, without what nobody sees and what turns the direction of others: safe within a sentence, in a
 * title or in a name that is read out. Not to be sent, and not to be a file's name.
 */
export function stripInvisible(text: string): string {
  return PLAIN_ASCII.test(text) ? text : text.replace(/\s+/g, " ").replace(INVISIBLE, "");
}

/** JSON that says the same, with those characters as their numbers, so that none of them changes how it is read. */
export function escapeInvisible(json: string): string {
  const toUnicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  // Line ends and blanks between the values stay: within texts JSON has numbers for them already.
  return json.replace(INVISIBLE, (found) => found.replace(/[^\n]/g, toUnicodeEscape));
}
