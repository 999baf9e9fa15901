// Control characters, lone surrogates, and other invisible characters. Includes characters that
// change the text direction, because they can display `gnp.exe` as `exe.png`. Excludes joiners,
// because some scripts and emoji need them.
const INVISIBLE =
  /[\p{Cc}\p{Surrogate}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]+/gu;
/** Text that consists only of joiners and whitespace is invisible. */
const ONLY_JOINERS = /^[\s\u200C\u200D]+$/;
/** Fast path for most text. */
const PLAIN_ASCII = /^[!-~]*(?: [!-~]+)*$/;

/**
 * Returns the text on one line, without invisible and direction-changing characters. Use it for
 * displayed text and for names of downloaded files, but not for request data.
 */
export function stripInvisible(text: string): string {
  if (PLAIN_ASCII.test(text)) return text;
  const clean = text.replace(/\s+/g, " ").replace(INVISIBLE, "");
  return ONLY_JOINERS.test(clean) ? "" : clean;
}

/** Escapes the invisible characters that could change how JSON looks. */
export function escapeInvisible(json: string): string {
  const toUnicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  // Inside strings, line breaks are already escaped. Line breaks between values stay.
  return json.replace(INVISIBLE, (found) => found.replace(/[^\n]/g, toUnicodeEscape));
}

/**
 * Removes the characters that copying adds invisibly, and surrounding whitespace. Use it for single values, such as an
 * address or a key, but not for titles, because some scripts and emoji need joiners.
 */
export function cleanPasted(text: string): string {
  return text.replace(/[\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g, "").trim();
}
