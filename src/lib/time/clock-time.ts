const CLOCK_TIME = /(?<![+-])\b\d{2}:\d{2}\b/g;

/**
 * Converts times in a text, such as "09:00", to the locale's 12-hour or 24-hour format, as in the
 * browser's time inputs. `locale` defaults to the browser's language.
 */
export function toLocaleTimes(text: string, locale?: string): string {
  const format = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  const { hourCycle = "h23" } = format.resolvedOptions();
  if (hourCycle === "h23" || hourCycle === "h24") return text;
  return text.replace(CLOCK_TIME, (time) => format.format(new Date(`1970-01-01T${time}Z`)));
}
