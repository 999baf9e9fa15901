import type { DaySpan } from "@/lib/schedule/deliveries-per-day";
import {
  addMonths,
  type CivilDay,
  formatCivilDay,
  startOfMonth,
  startOfWeek,
} from "@/lib/time/calendar-days";
import type { CalendarView } from "./calendar-search-params";

/** Constant, so that the calendar's height doesn't change. */
const WEEKS_PER_MONTH_VIEW = 6;

/** `counted` is the period itself. In the month view, `shown` also includes adjacent days. */
export interface CalendarSpan {
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
