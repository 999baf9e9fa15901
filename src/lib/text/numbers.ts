/**
 * The language of the app's words. Whatever is part of a sentence (lists, plurals, ordinals, "in 3 days") follows it;
 * figures, dates and times follow the browser's language.
 */
export const UI_LOCALE = "en-GB";

const numberFormats = new Map<string, Intl.NumberFormat>();
const listFormats = {
  and: new Intl.ListFormat(UI_LOCALE, { type: "conjunction" }),
  or: new Intl.ListFormat(UI_LOCALE, { type: "disjunction" }),
};
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

/** A whole number with the separators and digits of the browser's language (or `locale`): "12,345". */
export function formatCount(value: number, locale?: string): string {
  return getNumberFormat(0, locale).format(value);
}

/** The digits of the browser's language (or of `locale`), as Intl names them: "latn", "arab". */
export function getNumberingSystem(locale?: string): string {
  return getNumberFormat(0, locale).resolvedOptions().numberingSystem;
}

/** A number with so many decimals at most, in the browser's language (or `locale`): "1.2", "1,2". */
export function formatDecimal(value: number, digits: number, locale?: string): string {
  return getNumberFormat(digits, locale).format(value);
}

/** The form of a word that goes with a number, by the rules of English: "is" for 1, "are" for all others. */
export function pluralForm(value: number, singular: string, pluralNoun: string): string {
  return pluralRules.select(value) === "one" ? singular : pluralNoun;
}

/** A number with its noun: "1 record", "12,345 records", "0 records". */
export function pluralize(value: number, singular: string, pluralNoun: string, locale?: string): string {
  return `${formatCount(value, locale)} ${pluralForm(value, singular, pluralNoun)}`;
}

/** Items as part of an English sentence: "Monday, Tuesday and Friday", or with "or". */
export function formatList(items: readonly string[], conjunction: "and" | "or" = "and"): string {
  return listFormats[conjunction].format(items);
}

const ordinalRules = new Intl.PluralRules(UI_LOCALE, { type: "ordinal" });
const ORDINAL_SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** A day of the month or another place in a row: "1st", "22nd", "13th". */
export function formatOrdinal(value: number): string {
  return `${value}${ORDINAL_SUFFIXES[ordinalRules.select(value)] ?? "th"}`;
}
