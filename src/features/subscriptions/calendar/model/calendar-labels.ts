import type { DayDeliveries, DaySpan } from "@/lib/schedule/deliveries-per-day";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { type CivilDay, formatCivilDay } from "@/lib/time/calendar-days";
import { formatTimeOfDay, wallClock, zoneOffsetLabel } from "@/lib/time/dates";

/** Formats a day: "Monday, November 23". */
export function formatDayName(day: CivilDay): string {
  return formatCivilDay(day, { weekday: "long", day: "numeric", month: "long" });
}

/** Formats a day: "Mon, Nov 23". */
export function formatShortDay(day: CivilDay): string {
  return formatCivilDay(day, { weekday: "short", day: "numeric", month: "short" });
}

/** Formats an hour: "09:00 to 10:00". The last hour ends at 24:00. */
export function formatHourRange(hour: number): string {
  return `${formatHour(hour)} to ${formatHour(hour + 1)}`;
}

export function formatHour(hour: number): string {
  return formatTimeOfDay({ hour, minute: 0 });
}

export function deliveryCountLabel(count: number): string {
  return count === 0 ? "no deliveries" : pluralize(count, "delivery", "deliveries");
}

/**
 * Formats a count as `deliveryCountLabel` does. With `isUnknown`, returns "deliveries unknown"
 * instead of "no deliveries".
 */
export function knownCountLabel(count: number, isUnknown = false): string {
  return count === 0 && isUnknown ? "deliveries unknown" : deliveryCountLabel(count);
}

/** Returns the number of daily deliveries that are collapsed into one line. A single one isn't collapsed. */
export function countFolded({ dailyCount }: Pick<DayDeliveries<unknown>, "dailyCount">): number {
  return dailyCount > 1 ? dailyCount : 0;
}

/**
 * Describes a time change. Null for 0 minutes.
 * @param minutes positive when clocks move forward
 */
export function timeChangeLabel(minutes: number): string | null {
  if (minutes === 0) return null;
  const size = Math.abs(minutes) === 60 ? "1 hour" : `${formatCount(Math.abs(minutes))} minutes`;
  return `Clocks go ${minutes > 0 ? "forward" : "back"} ${size}`;
}

/** Busiest day and hour of the counted range. Both are null without deliveries. The earliest wins a tie. */
export interface BusiestTimes {
  readonly total: number;
  readonly day: { readonly day: CivilDay; readonly count: number } | null;
  readonly hour: { readonly day: CivilDay; readonly hour: number; readonly count: number } | null;
  /** The highest count of all visible days, which scales the bars. Includes days outside the counted range. */
  readonly maxPerDay: number;
  readonly maxPerHour: number;
}

export function findBusiestTimes(days: readonly DayDeliveries<unknown>[], counted: DaySpan): BusiestTimes {
  let total = 0;
  let busiestDay: BusiestTimes["day"] = null;
  let busiestHour: BusiestTimes["hour"] = null;
  let maxPerDay = 0;
  let maxPerHour = 0;
  for (const { day, count, hours } of days) {
    const isCounted = day >= counted.first && day < counted.first + counted.length;
    maxPerDay = Math.max(maxPerDay, count);
    if (isCounted) {
      total += count;
      if (count > (busiestDay?.count ?? 0)) busiestDay = { day, count };
    }
    for (const [hour, hourCount] of Array.from(hours).entries()) {
      maxPerHour = Math.max(maxPerHour, hourCount);
      if (isCounted && hourCount > (busiestHour?.count ?? 0)) busiestHour = { day, hour, count: hourCount };
    }
  }
  return { total, day: busiestDay, hour: busiestHour, maxPerDay, maxPerHour };
}

/**
 * Formats a time: "09:05".
 * @param at ms since 1970
 */
export function formatClock(at: number, zone: string): string {
  return formatTimeOfDay(wallClock(new Date(at), zone));
}

/** Formats a time with its offset: "02:30 (UTC+01:00)". Unambiguous even when a time change repeats the hour. */
export function formatExactClock(at: number, zone: string): string {
  return `${formatClock(at, zone)} (${zoneOffsetLabel(new Date(at), zone)})`;
}
