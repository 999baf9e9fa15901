const SENTENCE_LOCALE = "en-GB";

const counts = new Map<string, Intl.NumberFormat>();
const lists = {
  and: new Intl.ListFormat(SENTENCE_LOCALE, { type: "conjunction" }),
  or: new Intl.ListFormat(SENTENCE_LOCALE, { type: "disjunction" }),
};

function numberFormat(locale?: string): Intl.NumberFormat {
  const key = locale ?? "";
  const cached = counts.get(key);
  if (cached) return cached;
  const options = { maximumFractionDigits: 0 };
  let made: Intl.NumberFormat;
  try {
    made = new Intl.NumberFormat(locale, options);
  } catch {
    made = new Intl.NumberFormat(undefined, options);
  }
  counts.set(key, made);
  return made;
}

/** A whole number with the separators of the browser's language (or `locale`): "12,345". */
export function formatCount(value: number, locale?: string): string {
  return numberFormat(locale).format(value);
}

/** A number with its noun: "1 record", "12,345 records", "0 records". */
export function plural(value: number, one: string, other: string, locale?: string): string {
  return `${formatCount(value, locale)} ${value === 1 ? one : other}`;
}

/** Items as part of an English sentence: "Monday, Tuesday and Friday", or with "or". */
export function listWords(items: readonly string[], word: "and" | "or" = "and"): string {
  return lists[word].format(items);
}
