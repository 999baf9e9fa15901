/**
 * The language of the app's words. Whatever is part of a sentence (lists, plurals, ordinals, "in 3 days") follows it;
 * figures, dates and times follow the browser's language.
 */
export const WORDS_LOCALE = "en-GB";

const formats = new Map<string, Intl.NumberFormat>();
const lists = {
  and: new Intl.ListFormat(WORDS_LOCALE, { type: "conjunction" }),
  or: new Intl.ListFormat(WORDS_LOCALE, { type: "disjunction" }),
};
const plurals = new Intl.PluralRules(WORDS_LOCALE);

function numberFormat(maximumFractionDigits: number, locale?: string): Intl.NumberFormat {
  const key = `${maximumFractionDigits} ${locale ?? ""}`;
  const cached = formats.get(key);
  if (cached) return cached;
  let made: Intl.NumberFormat;
  try {
    made = new Intl.NumberFormat(locale, { maximumFractionDigits });
  } catch {
    made = new Intl.NumberFormat(undefined, { maximumFractionDigits });
  }
  formats.set(key, made);
  return made;
}

/** A whole number with the separators and digits of the browser's language (or `locale`): "12,345". */
export function formatCount(value: number, locale?: string): string {
  return numberFormat(0, locale).format(value);
}

/** The digits of the browser's language (or of `locale`), as Intl names them: "latn", "arab". */
export function numeralsOf(locale?: string): string {
  return numberFormat(0, locale).resolvedOptions().numberingSystem;
}

/** A number with so many decimals at most, in the browser's language (or `locale`): "1.2", "1,2". */
export function formatDecimal(value: number, digits: number, locale?: string): string {
  return numberFormat(digits, locale).format(value);
}

/** The form of a word that goes with a number, by the rules of English: "is" for 1, "are" for all others. */
export function wordFor(value: number, one: string, other: string): string {
  return plurals.select(value) === "one" ? one : other;
}

/** A number with its noun: "1 record", "12,345 records", "0 records". */
export function plural(value: number, one: string, other: string, locale?: string): string {
  return `${formatCount(value, locale)} ${wordFor(value, one, other)}`;
}

/** Items as part of an English sentence: "Monday, Tuesday and Friday", or with "or". */
export function listWords(items: readonly string[], word: "and" | "or" = "and"): string {
  return lists[word].format(items);
}

const ordinals = new Intl.PluralRules(WORDS_LOCALE, { type: "ordinal" });
const ORDINAL_ENDS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** A day of the month or another place in a row: "1st", "22nd", "13th". */
export function ordinal(value: number): string {
  return `${value}${ORDINAL_ENDS[ordinals.select(value)] ?? "th"}`;
}
