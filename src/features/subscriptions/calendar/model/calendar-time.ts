import { formatTimeOfDay } from "@/lib/time/clock-time";
import { wallClock, zoneOffsetLabel } from "@/lib/time/dates";

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
