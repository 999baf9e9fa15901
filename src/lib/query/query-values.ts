import { fromLocalInput } from "@/lib/time/calendar-days";
import { parseInstant, wallClock } from "@/lib/time/dates";

type RelativeUnit = "h" | "d" | "w" | "m" | "y";

/** A calendar day, month, or year, or an offset from now. */
type DatePoint =
  | {
      readonly kind: "calendar";
      readonly year: number;
      readonly month: number | null;
      readonly day: number | null;
    }
  | { readonly kind: "relative"; readonly amount: number; readonly unit: RelativeUnit };

interface Span<Point> {
  /** Null for an open bound. */
  readonly from: Point | null;
  readonly to: Point | null;
  /** Whether the span excludes `from` and `to`, as after `>` or `<`. */
  readonly isStrict: boolean;
}

/** A span from the start of `from` to the end of `to`. */
export type DateSpan = Span<DatePoint>;

/** In ms since 1970. `start` is inclusive, `end` exclusive. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

const NAMED_DAYS: Readonly<Record<string, number>> = { today: 0, tomorrow: 1, yesterday: -1 };
const CALENDAR = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const RELATIVE = /^([+-]\d{1,4})([hdwmy])$/;
// Matches incomplete dates, which occur while the user types.
const UNFINISHED_DATE = /^(?:\d{0,4}|\d{4}-\d?|\d{4}-\d{2}-\d?|[+-]\d{0,4})$/;

/** Parses a value, a comparison such as `>2026`, or a range such as `1..5` and `1..`. Returns null for other text. */
function parseSpan<Point>(text: string, read: (text: string) => Point | null): Span<Point> | null {
  const [, sign = "", compared = ""] = /^([<>]=?)(.*)$/.exec(text) ?? [];
  const dots = text.indexOf("..");
  let ends = dots < 0 ? [text, text] : [text.slice(0, dots), text.slice(dots + 2)];
  if (sign !== "") ends = sign.startsWith(">") ? [compared, ""] : ["", compared];
  // Null for an open bound, and undefined for an invalid one.
  const [from, to] = ends.map((end) => (end === "" ? null : (read(end) ?? undefined)));
  if (from === undefined || to === undefined) return null;
  return from === null && to === null ? null : { from, to, isStrict: sign.length === 1 };
}

/**
 * Parses dates and ranges such as `today`, `2026-11`, `2026-11-21..+7d`, `>2026`, and `-30d`. A single offset is a
 * range from or to now: `+7d` means `today..+7d`, and `+12h` starts now. Returns null for other text.
 */
export function parseDateSpan(text: string): DateSpan | null {
  const typed = text.toLowerCase();
  const point = readPoint(typed);
  if (point?.kind !== "relative" || Object.hasOwn(NAMED_DAYS, typed)) return parseSpan(typed, readPoint);
  const present: DatePoint = { kind: "relative", amount: 0, unit: point.unit === "h" ? "h" : "d" };
  const [from, to] = point.amount < 0 ? [point, present] : [present, point];
  return { from, to, isStrict: false };
}

function readPoint(text: string): DatePoint | null {
  const days = Object.hasOwn(NAMED_DAYS, text) ? NAMED_DAYS[text] : undefined;
  if (days !== undefined) return { kind: "relative", amount: days, unit: "d" };
  const calendar = CALENDAR.exec(text);
  if (calendar) return readCalendar(calendar);
  const relative = RELATIVE.exec(text);
  if (!relative) return null;
  return { kind: "relative", amount: Number(relative[1]), unit: readUnit(relative[2]) };
}

function readUnit(letter: string | undefined): RelativeUnit {
  return letter === "h" || letter === "w" || letter === "m" || letter === "y" ? letter : "d";
}

function readCalendar([, year, month, day]: readonly (string | undefined)[]): DatePoint | null {
  const isReal = parseInstant(`${year}-${month ?? "01"}-${day ?? "01"}T00:00Z`) !== null;
  if (!isReal) return null;
  return {
    kind: "calendar",
    year: Number(year),
    month: month === undefined ? null : Number(month),
    day: day === undefined ? null : Number(day),
  };
}

export function isUnfinishedDate(text: string): boolean {
  const typed = text.toLowerCase();
  const dots = typed.indexOf("..");
  if (dots >= 0) {
    const first = typed.slice(0, dots);
    return (first === "" || readPoint(first) !== null) && isUnfinishedPoint(typed.slice(dots + 2));
  }
  if (typed.endsWith(".")) return typed === "." || readPoint(typed.slice(0, -1)) !== null;
  return isUnfinishedPoint(typed.replace(/^[<>]=?/, ""));
}

function isUnfinishedPoint(text: string): boolean {
  return UNFINISHED_DATE.test(text) || Object.keys(NAMED_DAYS).some((name) => name.startsWith(text));
}

/** Whether both bounds are calendar dates and `to` is before `from`. */
export function isReversed({ from, to }: DateSpan): boolean {
  if (from?.kind !== "calendar" || to?.kind !== "calendar") return false;
  return bounds(from, 0, "UTC").start >= bounds(to, 0, "UTC").end;
}

/** Resolves a span relative to `now` (ms since 1970) in a time zone (IANA). Falls back to UTC for unknown zones. */
export function resolveSpan(span: DateSpan, now: number, zone: string): TimeSpan {
  const from = span.from && bounds(span.from, now, zone);
  const to = span.to && bounds(span.to, now, zone);
  return {
    start: from ? (span.isStrict ? from.end : from.start) : Number.NEGATIVE_INFINITY,
    end: to ? (span.isStrict ? to.start : to.end) : Number.POSITIVE_INFINITY,
  };
}

const HOUR_MS = 3_600_000;

function bounds(point: DatePoint, now: number, zone: string): TimeSpan {
  if (point.kind === "calendar") {
    const { year, month, day } = point;
    const start = dayStart(year, month ?? 1, day ?? 1, zone);
    if (month === null) return { start, end: dayStart(year + 1, 1, 1, zone) };
    return {
      start,
      end: day === null ? dayStart(year, month + 1, 1, zone) : dayStart(year, month, day + 1, zone),
    };
  }
  if (point.unit === "h") {
    const instant = now + point.amount * HOUR_MS;
    return { start: instant, end: instant + 1 };
  }
  const { year, month, day } = shiftDay(wallClock(new Date(now), zone), point.amount, point.unit);
  return { start: dayStart(year, month, day, zone), end: dayStart(year, month, day + 1, zone) };
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Adds days, weeks, months, or years. One month after January 31 is the last day of February. */
function shiftDay({ year, month, day }: Day, amount: number, unit: RelativeUnit): Day {
  if (unit === "d") return { year, month, day: day + amount };
  if (unit === "w") return { year, month, day: day + 7 * amount };
  const months = month - 1 + (unit === "m" ? amount : 12 * amount);
  const length = new Date(Date.UTC(2000, months + 1, 0)).getUTCDate();
  const target = year + Math.floor(months / 12);
  const isLeap = new Date(Date.UTC(target, 2, 0)).getUTCDate() === 29;
  const isFebruary = ((months % 12) + 12) % 12 === 1;
  return { year, month: months + 1, day: Math.min(day, isFebruary ? (isLeap ? 29 : 28) : length) };
}

/** Returns midnight in the zone, or the first instant of a day that has no midnight. `month` and `day` may overflow. */
function dayStart(year: number, month: number, day: number, zone: string): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const reached = date.getUTCFullYear();
  if (!(reached >= 0)) return Number.NEGATIVE_INFINITY;
  if (reached > 9999) return Number.POSITIVE_INFINITY;
  const reading = fromLocalInput(`${date.toISOString().slice(0, 10)}T00:00`, zone);
  return reading.ok ? Date.parse(reading.iso) : date.getTime();
}

/** A number range. Open bounds are infinite. */
export interface NumberSpan {
  readonly min: number;
  readonly max: number;
  /** Whether the bounds are excluded. */
  readonly isStrict: boolean;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const UNFINISHED_NUMBER = /^(?:[<>]=?)?(?:-|-?\d+\.)?$|^-?\d*(?:\.\d+)?\.\.-?(?:\d+\.)?$/;

/** Parses numbers, comparisons, and ranges, such as `12`, `<=3`, `1..5`, and `..5`. Returns null for other text. */
export function parseNumberSpan(text: string): NumberSpan | null {
  const span = parseSpan(text, (number) => (NUMBER.test(number) ? Number(number) : null));
  return (
    span && {
      min: span.from ?? Number.NEGATIVE_INFINITY,
      max: span.to ?? Number.POSITIVE_INFINITY,
      isStrict: span.isStrict,
    }
  );
}

export function isUnfinishedNumber(text: string): boolean {
  return UNFINISHED_NUMBER.test(text);
}
