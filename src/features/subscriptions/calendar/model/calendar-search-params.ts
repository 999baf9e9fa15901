import type { DaySpan } from "@/lib/schedule/deliveries-per-day";
import {
  addMonths,
  type CivilDay,
  formatCivilDay,
  formatIsoDay,
  parseCivilDay,
  startOfMonth,
  startOfWeek,
} from "@/lib/time/calendar-days";
import { localZone } from "@/lib/time/dates";
import { buildSearch, readChoiceParam } from "@/lib/url/url-state";

export type CalendarView = "month" | "week" | "list";

export interface CalendarSearchParams {
  readonly view: CalendarView;
  /** A day in the visible period. Null for today. */
  readonly date: CivilDay | null;
  readonly zone: "own" | "utc";
  readonly query: string;
  /** The day whose deliveries are listed, or null. */
  readonly open: CivilDay | null;
  /** The hour whose deliveries are listed, from 0 to 23. Null for the whole day. */
  readonly hour: number | null;
}

const CALENDAR_VIEWS = ["month", "week", "list"] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

/** Parses the URL's parameters. Ignores invalid ones. */
export function parseCalendarSearchParams(search: URLSearchParams): CalendarSearchParams {
  const open = parseCivilDay(search.get("day") ?? "");
  const hour = readChoiceParam(search, "hour", HOURS, null);
  return {
    view: readChoiceParam(search, "view", CALENDAR_VIEWS, "month"),
    date: parseCivilDay(search.get("date") ?? "") ?? open,
    zone: readChoiceParam(search, "zone", ["own", "utc"], "own"),
    query: search.get("q") ?? "",
    open,
    hour: open === null || hour === null ? null : Number(hour),
  };
}

/** Returns the query string with "?", or an empty string for the defaults. */
export function formatCalendarSearchParams(address: CalendarSearchParams): string {
  return buildSearch({
    view: address.view === "month" ? null : address.view,
    date: address.date === null || address.date === address.open ? null : formatIsoDay(address.date),
    zone: address.zone === "own" ? null : address.zone,
    q: address.query,
    day: address.open === null ? null : formatIsoDay(address.open),
    hour: address.open === null ? null : address.hour,
  });
}

export function resolveZone({ zone }: CalendarSearchParams): string {
  return zone === "utc" ? "UTC" : localZone();
}

/** Constant, so that the calendar's height doesn't change. */
const WEEKS_PER_MONTH_VIEW = 6;

/** `counted` is the period itself. In the month view, `shown` also includes adjacent days. */
interface CalendarSpan {
  readonly shown: DaySpan;
  readonly counted: DaySpan;
}

/** @param weekStart first day of the week, where 0 is Monday */
export function getCalendarSpan(view: CalendarView, day: CivilDay, weekStart: number): CalendarSpan {
  if (view === "week") {
    const week = { first: startOfWeek(day, weekStart), length: 7 };
    return { shown: week, counted: week };
  }
  const first = startOfMonth(day);
  const month = { first, length: startOfMonth(day, 1) - first };
  if (view === "list") return { shown: month, counted: month };
  return {
    shown: { first: startOfWeek(first, weekStart), length: WEEKS_PER_MONTH_VIEW * 7 },
    counted: month,
  };
}

/** Returns a day in the next (1) or previous (-1) period. */
export function stepCalendar(view: CalendarView, day: CivilDay, step: 1 | -1): CivilDay {
  return view === "week" ? day + 7 * step : addMonths(day, step);
}

/** Formats the title of a period: "November 2026", or "Nov 16 – Nov 22, 2026" for a week. */
export function formatSpanTitle(view: CalendarView, { counted }: CalendarSpan, locale?: string): string {
  if (view !== "week") return formatCivilDay(counted.first, { month: "long", year: "numeric" }, locale);
  const style = { day: "numeric", month: "short" } as const;
  const first = formatCivilDay(counted.first, style, locale);
  return `${first} – ${formatCivilDay(counted.first + counted.length - 1, { ...style, year: "numeric" }, locale)}`;
}
