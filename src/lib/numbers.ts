const SENTENCE_LOCALE = "en-GB";

const counts = new Map<string, Intl.NumberFormat>();
const lists = {
  and: new Intl.ListFormat(SENTENCE_LOCALE, { type: "conjunction" }),
  or: new Intl.ListFormat(SENTENCE_LOCALE, { type: "disjunction" }),
};

function numberFormat(digits: number, locale?: string): Intl.NumberFormat {
  const key = `${digits} ${locale ?? ""}`;
  const cached = counts.get(key);
  if (cached) return cached;
  const options = { maximumFractionDigits: digits };
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
  return numberFormat(0, locale).format(value);
}

/** A number with its noun: "1 record", "12,345 records", "0 records". */
export function plural(value: number, one: string, other: string, locale?: string): string {
  return `${formatCount(value, locale)} ${value === 1 ? one : other}`;
}

const BYTE_UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** A size in bytes as a person reads it, in steps of 1,000: "512 B", "1.2 kB", "3.4 MB". */
export function formatBytes(bytes: number, locale?: string): string {
  if (!Number.isFinite(bytes) || bytes < 0) return "unknown size";
  let value = bytes;
  let step = 0;
  // 999.95 kB would be shown as "1,000 kB".
  while (step < BYTE_UNITS.length - 1 && value >= (step === 0 ? 999.5 : 999.95)) {
    value /= 1000;
    step += 1;
  }
  return `${numberFormat(step === 0 ? 0 : 1, locale).format(value)} ${BYTE_UNITS[step] ?? "TB"}`;
}

/** Items as part of an English sentence: "Monday, Tuesday and Friday", or with "or". */
export function listWords(items: readonly string[], word: "and" | "or" = "and"): string {
  return lists[word].format(items);
}
