import { wallClock, zoneOffsetLabel } from "@/lib/time/dates";

/** The time of day of an instant (ms since 1970) in the zone: "09:05". */
export function clockText(at: number, zone: string): string {
  const { hour, minute } = wallClock(new Date(at), zone);
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** The same with the distance from UTC, for a day on which an hour comes twice: "02:30 (UTC+01:00)". */
export function exactClockText(at: number, zone: string): string {
  return `${clockText(at, zone)} (${zoneOffsetLabel(new Date(at), zone)})`;
}
