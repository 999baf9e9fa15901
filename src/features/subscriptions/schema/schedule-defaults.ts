import { parseInstant, toIso, wallClock } from "@/lib/time/dates";
import { fromLocalInput, toLocalInput } from "@/lib/time/local-input";
import { WEEKDAYS } from "@/lib/time/weekdays";

interface StartingSchedule {
  readonly frequency: string;
  /** Weekdays in UTC. */
  readonly weekdays: readonly string[];
}

const DAY_MS = 86_400_000;
/** Servers skip deliveries that are due sooner (upstream-facts, Subscriptions). */
const MIN_LEAD_MS = 15 * 60 * 1000;
export const DEFAULT_LOCAL_TIME = "09:00";
const DEFAULT_DAY = "monday";

function utcWeekday(iso: string): string {
  const instant = parseInstant(iso);
  return (instant && WEEKDAYS[wallClock(instant, "UTC").weekday]) ?? "";
}

function localWeekday(text: string): string {
  return utcWeekday(`${text}:00Z`);
}

/**
 * Returns the local date and time of the first delivery, such as "2026-11-30T09:00". Without
 * weekdays, a weekly schedule starts on a local Monday. Returns "" for an invalid time or zone.
 */
export function suggestStart(
  { frequency, weekdays }: StartingSchedule,
  time: string,
  zone: string,
  now: Date,
): string {
  for (let offset = 0; offset <= 8; offset += 1) {
    const day = toLocalInput(toIso(new Date(now.getTime() + offset * DAY_MS)), zone).slice(0, 10);
    const text = `${day}T${time}`;
    const reading = fromLocalInput(text, zone);
    if (!reading.ok) return "";
    const isEarly = Date.parse(reading.iso) < now.getTime() + MIN_LEAD_MS;
    const isMatch =
      weekdays.length > 0
        ? weekdays.includes(utcWeekday(reading.iso))
        : frequency !== "weekly" || localWeekday(text) === DEFAULT_DAY;
    if (!isEarly && isMatch) return text;
  }
  return "";
}

/**
 * Returns the weekdays of a new schedule. A weekly schedule gets Monday if its start on a local
 * Monday is also on a Monday in UTC. Other schedules get no weekdays.
 */
export function suggestWeekdays(frequency: string, time: string, zone: string, now: Date): string[] {
  if (frequency !== "weekly") return [];
  const start = fromLocalInput(suggestStart({ frequency, weekdays: [] }, time, zone, now), zone);
  return start.ok && utcWeekday(start.iso) === DEFAULT_DAY ? [DEFAULT_DAY] : [];
}

/** Whether a local date and time is on another weekday in UTC, so that UTC weekdays look shifted. */
export function isUtcDayDifferent(text: string, zone: string): boolean {
  const reading = fromLocalInput(text, zone);
  return reading.ok && utcWeekday(reading.iso) !== localWeekday(text);
}
