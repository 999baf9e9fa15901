import { toAsciiDigits } from "./numbers";

const NON_ASCII = /[^\t-\r -~]/gu;
/**
 * Diacritics of Latin, Greek and Cyrillic letters, and points of Hebrew and Arabic ones. Other marks distinguish words,
 * such as the vowels of Hindi and Thai. Also invisible characters, which copied text contains.
 */
const IGNORED =
  /[\u0300-\u036F\u0483-\u0487\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]+/g;
/** Characters without a decomposition, and quotes that text fields replace while typing. */
const PLAIN: Readonly<Record<string, string>> = {
  ı: "i",
  ł: "l",
  ø: "o",
  đ: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "„": '"',
};
const DIGITS = /\d+/g;

const normalizedCharacters = new Map<string, string>();

/** Normalizes text for searching: lower case without accents, in the plain forms of its characters. */
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
  // A full-width capital is lower case only after its decomposition.
  const plain = toAsciiDigits(character.normalize("NFKD").toLowerCase().replace(IGNORED, ""));
  const normalized = Array.from(plain, (each) => PLAIN[each] ?? each).join("");
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

/** Lowercases the first letter of a text that continues a sentence. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Capitalizes the first letter of a text. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Decodes percent-encoding. Returns invalid input unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

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

/** Returns the person's name or email, on one line. Returns null if both are unknown. */
export function personLabel(
  person: {
    readonly first_name?: string | null;
    readonly last_name?: string | null;
    readonly email?: string | null;
  } | null,
): string | null {
  if (person === null) return null;
  const name = [person.first_name, person.last_name]
    .map((part) => stripInvisible(part ?? "").trim())
    .filter(Boolean)
    .join(" ");
  return name || stripInvisible(person.email ?? "").trim() || null;
}

export const API_KEY_IN_TEXT_MESSAGE =
  "That looks like an API key. It wasn't used here. Enter keys only under Connect.";

/**
 * Whether a text contains a personal API key. In a field for other text, such a key must not reach
 * the URL, storage, or a request. Project keys (`phc_`) are public.
 */
export function containsApiKey(text: string): boolean {
  return /(?:^|[^a-z\d])phx_[a-z\d]/i.test(text);
}
