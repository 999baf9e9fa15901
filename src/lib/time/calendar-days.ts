import {
  getFormatter,
  isKnownZone,
  offsetMilliseconds,
  parseInstant,
  parseWallTime,
  toIso,
  WALL_TIME,
  wallClock,
} from "./dates";

/** A calendar day without a time zone: the number of days since 1970-01-01. */
export type CivilDay = number;

const DAY_MS = 86_400_000;
const DAY_TEXT = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONDAY = 0;

/** Parses "2026-11-21". Returns null for an invalid date. */
export function parseCivilDay(text: string): CivilDay | null {
  const match = DAY_TEXT.exec(text);
  if (!match || Number(match[1]) < 100) return null;
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS;
  // February 30 would become a day in March.
  return Number.isInteger(day) && formatIsoDay(day) === text ? day : null;
}

export function formatIsoDay(day: CivilDay): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day of an instant (ms since 1970) in the zone. */
export function toCivilDay(time: number, zone: string): CivilDay {
  const { year, month, day } = wallClock(new Date(time), zone);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/**
 * Returns the first instant of a day in the zone, in ms since 1970. This is later than midnight when a time change
 * skips midnight.
 */
export function startOfDay(day: CivilDay, zone: string): number {
  if (zone === "UTC" || !isKnownZone(zone)) return day * DAY_MS;
  const midnight = fromLocalInput(`${formatIsoDay(day)}T00:00`, zone);
  return midnight.ok ? Date.parse(midnight.iso) : day * DAY_MS;
}

/** Returns the first day of the week. `weekStart` is the week's first weekday, where Monday is 0. */
export function startOfWeek(day: CivilDay, weekStart: number): CivilDay {
  return day - ((weekdayOf(day) - weekStart + 7) % 7);
}

/** Returns the first day of the month that is `months` later. */
export function startOfMonth(day: CivilDay, months = 0): CivilDay {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
}

/** Returns the same day of another month, or the last day of a shorter month. */
export function addMonths(day: CivilDay, months: number): CivilDay {
  const target = startOfMonth(day, months) + (day - startOfMonth(day));
  return Math.min(target, startOfMonth(day, months + 1) - 1);
}

/** Returns the locale's first weekday, where Monday is 0. Defaults to Monday. */
export function getWeekStart(locale: string): number {
  const weekInfo = getWeekInfo(locale);
  const firstDay: unknown =
    typeof weekInfo === "object" && weekInfo !== null ? Reflect.get(weekInfo, "firstDay") : undefined;
  return typeof firstDay === "number" && firstDay >= 1 && firstDay <= 7 ? firstDay - 1 : MONDAY;
}

/**
 * Returns the locale's week info. Depending on the browser, `Intl.Locale` provides it as a method,
 * as a property, or not at all.
 */
function getWeekInfo(tag: string): unknown {
  try {
    const locale = new Intl.Locale(tag);
    const method: unknown = Reflect.get(locale, "getWeekInfo");
    return typeof method === "function" ? Reflect.apply(method, locale, []) : Reflect.get(locale, "weekInfo");
  } catch {
    return undefined;
  }
}

/** Formats a day with Intl options. `locale` defaults to the browser's language. */
export function formatCivilDay(
  day: CivilDay,
  options: Pick<Intl.DateTimeFormatOptions, "weekday" | "day" | "month" | "year">,
  locale?: string,
): string {
  return getFormatter({ ...options, timeZone: "UTC" }, locale)?.format(day * DAY_MS) ?? formatIsoDay(day);
}

export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** Returns the weekday, where Monday is 0. `day` counts days since 1970-01-01, a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Returns the UTC weekday of an instant, in ms since 1970. Monday is 0. */
export function utcWeekdayOf(time: number): number {
  return weekdayOf(Math.floor(time / DAY_MS));
}

type LocalInputResult =
  | {
      readonly ok: true;
      readonly iso: string;
      /**
       * `gap`: the time doesn't exist and was moved forward. `overlap`: the time occurs twice, and the first instant
       * counts.
       */
      readonly adjusted?: "gap" | "overlap";
    }
  | { readonly ok: false; readonly message: string };

/** Formats an instant for a `datetime-local` input: "2026-11-23T09:00". Returns "" for invalid input. */
export function toLocalInput(iso: string, zone: string): string {
  const instant = parseInstant(iso);
  if (!instant || !isKnownZone(zone)) return "";
  const wall = new Date(instant.getTime() + offsetMilliseconds(instant, zone));
  return wall.getUTCFullYear() < 1 ? "" : wall.toISOString().slice(0, 16);
}

/** Parses the value of a `datetime-local` input in a zone. Never throws. */
export function fromLocalInput(text: string, zone: string): LocalInputResult {
  if (!isKnownZone(zone)) return { ok: false, message: `Unknown time zone “${zone}”.` };
  const wall = parseWallTime(text.trim());
  if (wall === null) return { ok: false, message: explainInvalidWallTime(text.trim()) };
  // Near a time change, the previous and the next day have different offsets. Every offset that yields the local time
  // is a candidate.
  const before = offsetMilliseconds(new Date(wall - DAY_MS), zone);
  const after = offsetMilliseconds(new Date(wall + DAY_MS), zone);
  const candidates = [...new Set([before, after])]
    .map((offset) => ({ time: wall - offset, offset }))
    .filter((reading) => offsetMilliseconds(new Date(reading.time), zone) === reading.offset)
    .map((reading) => reading.time);
  const first = candidates.length > 0 ? Math.min(...candidates) : wall - before;
  const iso = toIso(new Date(first));
  if (candidates.length === 0) return { ok: true, iso, adjusted: "gap" };
  return candidates.length > 1 ? { ok: true, iso, adjusted: "overlap" } : { ok: true, iso };
}

function explainInvalidWallTime(text: string): string {
  if (text === "") return "Enter a date and time.";
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  if (WALL_TIME.test(text) && day) {
    return parseWallTime(`${day}T00:00`) === null
      ? `${day} isn't a valid date.`
      : `${text.slice(11)} isn't a valid time.`;
  }
  return "Enter a date and time like 2026-11-23T09:00.";
}
