import { wallClock, zoneOffsetLabel } from "@/lib/time/dates";

/** The time of day of an instant (ms since 1970) in the zone: "09:05". */
export function formatClock(at: number, zone: string): string {
  const { hour, minute } = wallClock(new Date(at), zone);
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** The same with the distance from UTC, for a day on which an hour comes twice: "02:30 (UTC+01:00)". */
export function formatExactClock(at: number, zone: string): string {
  return `${formatClock(at, zone)} (${zoneOffsetLabel(new Date(at), zone)})`;
}
