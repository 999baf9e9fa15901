import { wallClock, zoneOffsetLabel } from "@/lib/time/dates";

/**
 * Formats a time: "09:05".
 * @param at ms since 1970
 */
export function formatClock(at: number, zone: string): string {
  const { hour, minute } = wallClock(new Date(at), zone);
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** Formats a time with its offset: "02:30 (UTC+01:00)". Unambiguous even when a time change repeats the hour. */
export function formatExactClock(at: number, zone: string): string {
  return `${formatClock(at, zone)} (${zoneOffsetLabel(new Date(at), zone)})`;
}
