import { isKnownZone, wallClock } from "./dates";
import { fromLocalInput } from "./local-input";

/** A day of the calendar, whatever the zone: days since 1970-01-01. */
export type CivilDay = number;

const DAY_MS = 86_400_000;
const DAY_TEXT = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONDAY = 0;

/** The day of "2026-11-21"; null for what the calendar does not have. */
export function parseCivilDay(text: string): CivilDay | null {
  const match = DAY_TEXT.exec(text);
  if (!match || Number(match[1]) < 100) return null;
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS;
  // 30 February would be a day in March.
  return Number.isInteger(day) && formatIsoDay(day) === text ? day : null;
}

/** "2026-11-21". */
export function formatIsoDay(day: CivilDay): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The day on which an instant (ms since 1970) falls in the zone. */
export function toCivilDay(time: number, zone: string): CivilDay {
  const { year, month, day } = wallClock(new Date(time), zone);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** The first instant of a day in the zone, in ms since 1970: where midnight does not exist, the first after it. */
export function startOfDay(day: CivilDay, zone: string): number {
  if (zone === "UTC" || !isKnownZone(zone)) return day * DAY_MS;
  const midnight = fromLocalInput(`${formatIsoDay(day)}T00:00`, zone);
  return midnight.ok ? Date.parse(midnight.iso) : day * DAY_MS;
}

/** Monday is 0. */
export function weekdayOf(day: CivilDay): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The first day of the day's week; `weekStart` is the weekday with which weeks begin, Monday = 0. */
export function startOfWeek(day: CivilDay, weekStart: number): CivilDay {
  return day - ((weekdayOf(day) - weekStart + 7) % 7);
}

/** The first day of the day's month, or of another one so many months from it. */
export function startOfMonth(day: CivilDay, months = 0): CivilDay {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
}

/** The same day of another month, or the last one of a month that lacks it. */
export function addMonths(day: CivilDay, months: number): CivilDay {
  const target = startOfMonth(day, months) + (day - startOfMonth(day));
  return Math.min(target, startOfMonth(day, months + 1) - 1);
}

/** The weekday with which weeks begin where the language is spoken, Monday = 0; Monday where nobody tells. */
export function getWeekStart(locale: string): number {
  const weekInfo = getWeekInfo(locale);
  const firstDay: unknown =
    typeof weekInfo === "object" && weekInfo !== null ? Reflect.get(weekInfo, "firstDay") : undefined;
  return typeof firstDay === "number" && firstDay >= 1 && firstDay <= 7 ? firstDay - 1 : MONDAY;
}

/** Browsers have it as a method, older ones as a property, some not at all. */
function getWeekInfo(tag: string): unknown {
  try {
    const locale = new Intl.Locale(tag);
    const method: unknown = Reflect.get(locale, "getWeekInfo");
    return typeof method === "function" ? Reflect.apply(method, locale, []) : Reflect.get(locale, "weekInfo");
  } catch {
    return undefined;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A day in the words of the browser's language (or `locale`): what of it stands in the options. */
export function formatCivilDay(
  day: CivilDay,
  options: Pick<Intl.DateTimeFormatOptions, "weekday" | "day" | "month" | "year">,
  locale?: string,
): string {
  const key = `${locale ?? ""} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  formats.set(key, format);
  return format.format(day * DAY_MS);
}
