import { wallClock, zoneOffsetLabel } from "@/lib/time/dates";

/**
 * Returns, for example, "09:05".
 * @param at ms since 1970
 */
export function formatClock(at: number, zone: string): string {
  const { hour, minute } = wallClock(new Date(at), zone);
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/**
 * Returns, for example, "02:30 (UTC+01:00)". On days with a repeated hour, the offset makes times
 * unambiguous.
 */
export function formatExactClock(at: number, zone: string): string {
  return `${formatClock(at, zone)} (${zoneOffsetLabel(new Date(at), zone)})`;
}
