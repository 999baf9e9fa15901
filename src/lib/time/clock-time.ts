import { hasTwelveHourClock } from "./hour-cycle";

const FORMATS = new Map<string | undefined, Intl.DateTimeFormat>();

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
  const format =
    FORMATS.get(locale) ??
    new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  FORMATS.set(locale, format);
  return format.format(Date.UTC(1970, 0, 1, hour, minute));
}
