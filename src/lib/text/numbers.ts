/**
 * Language of words in the interface, such as lists, plurals, ordinals, and "in 3 days". Numbers,
 * dates, and times use the browser's language.
 */
export const UI_LOCALE = "en-US";

type ListType = "conjunction" | "disjunction";

// Formats are created when they are first needed, because creating one takes up to 3 ms.
const numberFormats = new Map<string, Intl.NumberFormat>();
const listFormats = new Map<ListType, Intl.ListFormat>();
const pluralRules = new Intl.PluralRules(UI_LOCALE);

function getNumberFormat(maximumFractionDigits: number, locale?: string): Intl.NumberFormat {
  const key = `${maximumFractionDigits} ${locale ?? ""}`;
  const cached = numberFormats.get(key);
  if (cached) return cached;
  let created: Intl.NumberFormat;
  try {
    created = new Intl.NumberFormat(locale, { maximumFractionDigits });
  } catch {
    created = new Intl.NumberFormat(undefined, { maximumFractionDigits });
  }
  numberFormats.set(key, created);
  return created;
}

/** Formats an integer: "12,345". `locale` defaults to the browser's language. */
export function formatCount(value: number, locale?: string): string {
  return getNumberFormat(0, locale).format(value);
}

/**
 * Returns the Intl name of the numbering system, such as "latn" or "arab". `locale` defaults to the browser's language.
 */
export function getNumberingSystem(locale?: string): string {
  return getNumberFormat(0, locale).resolvedOptions().numberingSystem;
}

/** Formats a number with at most `digits` decimals: "1.2", "1,2". `locale` defaults to the browser's language. */
export function formatDecimal(value: number, digits: number, locale?: string): string {
  return getNumberFormat(digits, locale).format(value);
}

/** A digit of any script. Longer code points would change the length of a text. */
const OTHER_DIGIT = /[^\P{Nd}0-9\u{10000}-\u{10FFFF}]/gu;

/** Replaces the digits of other scripts, such as Arabic, Persian and full-width ones. The text keeps its length. */
export function toAsciiDigits(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => {
    const code = digit.charCodeAt(0);
    // The digits of a script are consecutive, and no others are next to them.
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero -= 1;
    return String(code - zero);
  });
}

/** Returns the singular for 1, otherwise the plural. */
export function pluralForm(value: number, singular: string, pluralNoun: string): string {
  return pluralRules.select(value) === "one" ? singular : pluralNoun;
}

/** Formats a count with its noun: "1 record", "12,345 records". */
export function pluralize(value: number, singular: string, pluralNoun: string, locale?: string): string {
  return `${formatCount(value, locale)} ${pluralForm(value, singular, pluralNoun)}`;
}

/** Joins items: "Monday, Tuesday, and Friday". */
export function formatList(items: readonly string[], conjunction: "and" | "or" = "and"): string {
  return getListFormat(conjunction === "and" ? "conjunction" : "disjunction").format(items);
}

function getListFormat(type: ListType): Intl.ListFormat {
  const format = listFormats.get(type) ?? new Intl.ListFormat(UI_LOCALE, { type });
  listFormats.set(type, format);
  return format;
}

const ordinalRules = new Intl.PluralRules(UI_LOCALE, { type: "ordinal" });
const ORDINAL_SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

export function formatOrdinal(value: number): string {
  return `${value}${ORDINAL_SUFFIXES[ordinalRules.select(value)] ?? "th"}`;
}

const UNITS = ["kB", "MB", "GB", "TB"];

/** Formats a byte count in decimal units: "0 bytes", "1.2 kB", "34 MB". `locale` defaults to the browser's language. */
export function formatBytes(bytes: number, locale?: string): string {
  if (bytes < 1_000) return pluralize(bytes, "byte", "bytes", locale);
  let value = bytes;
  let unit = -1;
  // 999.5 rounds to 1,000.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value < 9.95 ? formatDecimal(value, 1, locale) : formatCount(value, locale)} ${UNITS[unit]}`;
}
