import { hasTwelveHourClock } from "./hour-cycle";

/** Texts by locale and time. A list has few times, and many rows. */
const TEXTS = new Map<string, string>();

/**
 * Formats a time of day as the browser's time inputs do: "09:05", or "9:05 AM" in a locale with a
 * 12-hour clock. `locale` defaults to the browser's language.
 */
export function formatTimeOfDay(
  { hour, minute }: { readonly hour: number; readonly minute: number },
  locale?: string,
): string {
  if (!hasTwelveHourClock(locale))
    return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
  const key = `${locale} ${hour}:${minute}`;
  const known = TEXTS.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  const text = format.format(Date.UTC(1970, 0, 1, hour, minute));
  TEXTS.set(key, text);
  return text;
}
