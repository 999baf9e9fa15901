const CACHE = new Map<string | undefined, boolean>();

/**
 * Whether the locale has a 12-hour clock, as in the browser's time inputs. `locale` defaults to the
 * browser's language. A file of its own, so that tests don't depend on the computer's language.
 */
export function hasTwelveHourClock(locale?: string): boolean {
  const cached = CACHE.get(locale);
  if (cached !== undefined) return cached;
  let isTwelve = false;
  try {
    const { hourCycle = "" } = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();
    isTwelve = hourCycle === "h12" || hourCycle === "h11";
  } catch {
    // The locale is invalid.
  }
  CACHE.set(locale, isTwelve);
  return isTwelve;
}
