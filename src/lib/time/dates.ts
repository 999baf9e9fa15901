import { getNumberingSystem, pluralize, UI_LOCALE } from "@/lib/text/numbers";
import { hasTwelveHourClock } from "./hour-cycle";

export interface DateStyle {
  /** IANA name, for example "Europe/Berlin". */
  readonly zone?: string;
  /** BCP 47 tag, for example "en-GB". */
  readonly locale?: string;
}

/** Local date and time. `month` and `day` start at 1. `weekday` starts at 0 for Monday. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly weekday: number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const formatters = new Map<string, Intl.DateTimeFormat | null>();
const relativeFormatters = new Map<string, Intl.RelativeTimeFormat>();

/** Returns a cached formatter, because creating one is expensive. Returns null for an unknown zone or locale. */
export function getFormatter(
  options: Intl.DateTimeFormatOptions,
  locale?: string,
): Intl.DateTimeFormat | null {
  const key = JSON.stringify([locale, options]);
  const cached = formatters.get(key);
  if (cached !== undefined) return cached;
  let created: Intl.DateTimeFormat | null;
  try {
    // Months and days are counted in the Gregorian calendar, so no other calendar may name them.
    created = new Intl.DateTimeFormat(locale, { calendar: "gregory", ...options });
  } catch {
    created = null;
  }
  formatters.set(key, created);
  return created;
}

function getRelativeFormatter(numeric: "auto" | "always", locale?: string): Intl.RelativeTimeFormat {
  const key = `${numeric} ${locale ?? ""}`;
  const cached = relativeFormatters.get(key);
  if (cached) return cached;
  const created = new Intl.RelativeTimeFormat(`${UI_LOCALE}-u-nu-${getNumberingSystem(locale)}`, { numeric });
  relativeFormatters.set(key, created);
  return created;
}

let cachedZone = { name: "UTC", offset: 0, until: 0 };

/**
 * Returns the browser's IANA time zone, or "UTC" when unknown. Caches the zone, because reading it takes several ms on
 * a slow CPU. The cache expires after a minute, or when the offset from UTC changes, because the zone can change.
 */
export function localZone(): string {
  const now = performance.now();
  const offset = new Date().getTimezoneOffset();
  if (now >= cachedZone.until || offset !== cachedZone.offset) {
    const name = new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
    cachedZone = { name, offset, until: now + MINUTE_MS };
  }
  return cachedZone.name;
}

export function isKnownZone(zone: string): boolean {
  return zone !== "" && getFormatter({ timeZone: zone }, "en-GB") !== null;
}

const TIME = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?`;
/** Matches a date and time without a zone, such as the value of a `datetime-local` input. */
export const WALL_TIME = new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})[Tt ]${TIME}$`);
const INSTANT = /^(.*?)(?:([Zz])|([+-])(\d{2}):?(\d{2})?)$/;

/** Parses a local date and time as UTC. Returns ms since 1970, or null for invalid text. */
export function parseWallTime(text: string): number | null {
  const match = WALL_TIME.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const milliseconds = Math.floor(Number(`0.${match[7] ?? "0"}`) * SECOND_MS);
  if (hour > 23 || minute > 59 || second > 59) return null;
  // `Date.UTC` would treat the years 0–99 as 1900–1999.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // JavaScript moves invalid days to the next month.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.getTime() + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + milliseconds;
}

const COMMON_INSTANT =
  /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3,9})?Z$/;
const MILLISECONDS_END = "2026-11-23T09:00:00.000".length;

/** Fast path for the servers' format. Three times as fast with 100,000 records. */
function parseCommonInstant(text: string): Date | null {
  if (!COMMON_INSTANT.test(text)) return null;
  const date = new Date(text.length > MILLISECONDS_END + 1 ? `${text.slice(0, MILLISECONDS_END)}Z` : text);
  // Some browsers move invalid days to the next month.
  return date.getUTCDate() === Number(text.slice(8, 10)) ? date : null;
}

/**
 * Parses an ISO 8601 date and time with `Z` or an offset. Returns null for other text. `Date.parse` would accept
 * February 30, and assume the browser's zone for a missing offset.
 */
export function parseInstant(text: string): Date | null {
  return parseCommonInstant(text) ?? parseAnyInstant(text);
}

function parseAnyInstant(text: string): Date | null {
  const match = INSTANT.exec(text.trim());
  if (!match) return null;
  const wall = parseWallTime(match[1] ?? "");
  if (wall === null) return null;
  const hours = Number(match[4] ?? 0);
  const minutes = Number(match[5] ?? 0);
  if (hours > 23 || minutes > 59) return null;
  const offset = (hours * HOUR_MS + minutes * MINUTE_MS) * (match[3] === "-" ? -1 : 1);
  return new Date(wall - offset);
}

export function isValidInstant(text: string): boolean {
  return parseInstant(text) !== null;
}

/** Formats an instant as the API does, in UTC with seconds. Includes milliseconds only when they aren't zero. */
export function toIso(instant: Date): string {
  return Number.isNaN(instant.getTime()) ? "" : instant.toISOString().replace(".000Z", "Z");
}

function formatWith(text: string, options: Intl.DateTimeFormatOptions, style: DateStyle): string {
  const instant = parseInstant(text);
  if (!instant) return text;
  const zoned = style.zone === undefined ? options : { ...options, timeZone: style.zone };
  // Falling back to another zone would show a wrong time.
  return getFormatter(zoned, style.locale)?.format(instant) ?? text;
}

const SHORT_DAY_PARTS = { day: "numeric", month: "short" } as const;
const DAY_PARTS = { ...SHORT_DAY_PARTS, year: "numeric" } as const;
const TWELVE_HOUR_PARTS = { hour: "numeric", minute: "2-digit" } as const;
const TIME_PARTS = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

function getTimeParts(locale?: string) {
  return hasTwelveHourClock(locale) ? TWELVE_HOUR_PARTS : TIME_PARTS;
}

interface InstantStyle extends DateStyle {
  readonly style?: "short" | "long";
  /** Current time. If set, dates in the current year are shown without the year. */
  readonly now?: Date;
}

/**
 * Formats an instant: "Mon, 23 Nov 2026, 09:00". `style: "long"` adds the zone ("CET"). Returns invalid input
 * unchanged.
 */
export function formatInstant(iso: string, options: InstantStyle = {}): string {
  const zoneName = options.style === "long" ? ({ timeZoneName: "short" } as const) : {};
  const day = options.now && isSameYear(iso, options.now, options.zone) ? SHORT_DAY_PARTS : DAY_PARTS;
  return formatWith(iso, { weekday: "short", ...day, ...getTimeParts(options.locale), ...zoneName }, options);
}

function isSameYear(iso: string, now: Date, zone = localZone()): boolean {
  const instant = parseInstant(iso);
  return instant !== null && wallClock(instant, zone).year === wallClock(now, zone).year;
}

const NEAR_MS = 300 * DAY_MS;

/**
 * Formats an instant for a table: "30 Nov, 09:00". Shows the year of a distant instant instead of its time. Returns
 * invalid input unchanged.
 */
export function formatShortInstant(iso: string, now: Date, options: DateStyle = {}): string {
  const instant = parseInstant(iso);
  const isNear = instant !== null && Math.abs(instant.getTime() - now.getTime()) < NEAR_MS;
  return formatWith(
    iso,
    isNear ? { ...SHORT_DAY_PARTS, ...getTimeParts(options.locale) } : DAY_PARTS,
    options,
  );
}

/** Formats the day of an instant: "23 Nov 2026". Returns invalid input unchanged. */
export function formatDay(iso: string, options: DateStyle = {}): string {
  return formatWith(iso, DAY_PARTS, options);
}

/** Formats an instant in UTC: "Mon, 23 Nov 2026, 09:00 UTC". Returns invalid input unchanged. */
export function formatUtc(iso: string, options: Pick<DateStyle, "locale"> = {}): string {
  return formatInstant(iso, { ...options, zone: "UTC", style: "long" });
}

/**
 * Formats a relative time: "in 5 minutes", "yesterday", "in 3 days". Always in English, but with the digits of the
 * browser's language. Returns invalid input unchanged.
 */
export function formatRelative(iso: string, now: Date, options: DateStyle = {}): string {
  const instant = parseInstant(iso);
  if (!instant || Number.isNaN(now.getTime())) return iso;
  const distance = instant.getTime() - now.getTime();
  const numeric = getRelativeFormatter("always", options.locale);
  const minutes = Math.round(distance / MINUTE_MS);
  // Pages update their current time once a minute, so a time just ahead of it may be in the past.
  const isNow = minutes === 0 || (distance > 0 && distance < MINUTE_MS);
  if (isNow) return getRelativeFormatter("auto", options.locale).format(0, "second");
  if (Math.abs(minutes) < 60) return numeric.format(minutes, "minute");
  if (Math.abs(distance) < DAY_MS) {
    const hours = Math.round(distance / HOUR_MS);
    if (Math.abs(hours) < 24) return numeric.format(hours, "hour");
  }
  // "Tomorrow" means the next calendar day. In the evening, 26 hours later is the day after tomorrow.
  const days = dayNumber(instant, options.zone) - dayNumber(now, options.zone);
  if (Math.abs(days) <= 30) return getRelativeFormatter("auto", options.locale).format(days, "day");
  const months = Math.round(days / 30.44);
  if (Math.abs(months) < 12) return numeric.format(months, "month");
  return numeric.format(Math.round(days / 365.25), "year");
}

function dayNumber(instant: Date, zone?: string): number {
  return Math.floor((instant.getTime() + offsetMilliseconds(instant, zone)) / DAY_MS);
}

/** UTC offsets in ms, by zone and day. Null for a day with a time change. */
const dayOffsets = new Map<string, Map<number, number | null>>();
const MAX_CACHED_DAYS = 4_000;

/**
 * Returns the zone's UTC offset in ms, or 0 for an unknown zone. `Intl` takes 50 µs per instant, so offsets are
 * cached for days without a time change.
 */
export function offsetMilliseconds(instant: Date, zone?: string): number {
  if (zone === "UTC") return 0;
  const time = instant.getTime();
  if (Number.isNaN(time)) return 0;
  const days = dayOffsets.get(zone ?? "") ?? new Map<number, number | null>();
  dayOffsets.set(zone ?? "", days);
  const day = Math.floor(time / DAY_MS);
  let offset = days.get(day);
  if (offset === undefined) {
    const first = exactOffset(new Date(day * DAY_MS), zone);
    offset = first === exactOffset(new Date((day + 1) * DAY_MS), zone) ? first : null;
    if (days.size >= MAX_CACHED_DAYS) days.clear();
    days.set(day, offset);
  }
  return offset ?? exactOffset(instant, zone);
}

const OFFSET_NAME = /^GMT([+\u2212-])(\d+):(\d+)(?::(\d+))?$/;

function exactOffset(instant: Date, zone?: string): number {
  const zoned = zone === undefined ? {} : { timeZone: zone };
  const format = getFormatter({ ...zoned, timeZoneName: "longOffset" }, "en-US");
  const name = format?.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";
  // The offset 0 is written as "GMT".
  const [, sign, hours, minutes, seconds = 0] = OFFSET_NAME.exec(name) ?? [];
  if (hours === undefined) return 0;
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return sign === "+" ? size : -size;
}

/** Returns the zone's UTC offset in minutes, such as 60 for Berlin in winter. Returns 0 for an unknown zone. */
export function offsetMinutes(instant: Date, zone: string): number {
  return offsetMilliseconds(instant, zone) / MINUTE_MS;
}

/** Formats the UTC offset of a zone at an instant: "UTC+01:00". */
export function zoneOffsetLabel(instant: Date, zone: string): string {
  const minutes = Math.round(offsetMinutes(instant, zone));
  const padTwo = (value: number) => String(value).padStart(2, "0");
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? "-" : "+"}${padTwo(Math.floor(size / 60))}:${padTwo(size % 60)}`;
}

/** Returns the local date and time in a zone. Falls back to UTC for an unknown zone. */
export function wallClock(instant: Date, zone: string): WallClock {
  const wall = new Date(instant.getTime() + offsetMilliseconds(instant, zone));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    weekday: (wall.getUTCDay() + 6) % 7,
  };
}

/**
 * Formats a time of day as the browser's time inputs do: "09:05", or "9:05 AM" in a locale with a
 * 12-hour clock. `locale` defaults to the browser's language.
 */
export function formatTimeOfDay(
  { hour, minute }: { readonly hour: number; readonly minute: number },
  locale?: string,
): string {
  const format = hasTwelveHourClock(locale)
    ? getFormatter({ ...TWELVE_HOUR_PARTS, timeZone: "UTC" }, locale)
    : null;
  const padTwo = (value: number) => String(value).padStart(2, "0");
  return format?.format(Date.UTC(1970, 0, 1, hour, minute)) ?? `${padTwo(hour)}:${padTwo(minute)}`;
}

const UNITS = [
  { ms: 3_600_000, singular: "hour", plural: "hours" },
  { ms: 60_000, singular: "minute", plural: "minutes" },
  { ms: 1_000, singular: "second", plural: "seconds" },
] as const;

/**
 * Formats a duration, rounded up to seconds: "34 seconds", "2 minutes 5 seconds", "1 hour". The minimum is one second.
 */
export function formatDuration(ms: number): string {
  let left = Math.max(1, Math.ceil(ms / 1000)) * 1000;
  const parts: string[] = [];
  for (const unit of UNITS) {
    const count = Math.floor(left / unit.ms);
    left -= count * unit.ms;
    if (count > 0) parts.push(pluralize(count, unit.singular, unit.plural));
  }
  return parts.join(" ");
}
