import type { Subscription } from "@/api/subscriptions";
import type { Schedule } from "@/lib/schedule/format-schedule";
import {
  DELIVERY_LEAD_MS,
  isExhausted,
  isOccurrence,
  listOccurrences,
  nextOccurrence,
} from "@/lib/schedule/recurrence";
import { formatDay, formatTimeOfDay, offsetMinutes, parseInstant, toIso, wallClock } from "@/lib/time/dates";
import { findNextTimeChange, findTimeChangeInstant } from "@/lib/time/time-changes";

const DAY_MS = 86_400_000;
// A year includes the next time change of every zone that observes daylight saving time.
const MAX_LOOKAHEAD_DAYS = 366;

/** Preview of a schedule, computed in the browser with the server's rules. */
export interface SchedulePreview {
  /** ISO 8601 in UTC. */
  readonly next: readonly string[];
  readonly isExhausted: boolean;
  /** Sentence about the next time change that affects the schedule within a year, or null. */
  readonly clockWarning: string | null;
  /** Explains why later deliveries are missing. Null if no delivery is missing. */
  readonly cutNote: string | null;
}

interface PreviewOptions {
  /** IANA time zone whose time changes are checked. */
  readonly zone: string;
  /** Whether the server is known to compute deliveries in UTC. Otherwise, the preview ends at the next time change. */
  readonly hasUtcRule: boolean;
}

const PREVIEW_COUNT = 5;

export function previewSchedule(
  schedule: Schedule,
  now: Date,
  { zone, hasUtcRule }: PreviewOptions,
): SchedulePreview {
  const after = new Date(now.getTime() + DELIVERY_LEAD_MS);
  const all = listOccurrences(schedule, { after, limit: PREVIEW_COUNT });
  const before = hasUtcRule ? null : findForecastEnd(now, zone);
  const next = before === null ? all : all.filter((date) => date < before);
  return {
    next: next.map(toIso),
    isExhausted: all.length === 0 && isExhausted(schedule, after),
    clockWarning: hasUtcRule ? timeChangeWarning(schedule, after, zone) : null,
    cutNote: before !== null && next.length < all.length ? forecastEndMessage(before, zone) : null,
  };
}

/** Possible time zones of the server, whose zone is unknown. Their time changes differ. */
const TIME_CHANGE_ZONES = ["America/New_York", "Europe/Berlin", "Australia/Sydney"];

/**
 * Returns the next time change in the zone or in a zone where the server may be, or null if there
 * is none. If a server may adjust deliveries to time changes, later deliveries are unknown.
 */
export function findForecastEnd(now: Date, zone: string): Date | null {
  const changes = [zone, ...TIME_CHANGE_ZONES].flatMap((name) => findNextTimeChange(now, name)?.at ?? []);
  return changes.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
}

export function forecastEndMessage(end: Date, zone: string): string {
  return `Deliveries after ${formatDay(toIso(end), { zone })} aren't shown, because this server may adjust them for time changes.`;
}

/** Describes the first time change within a year that moves the deliveries to another local time. */
function timeChangeWarning(schedule: Schedule, after: Date, zone: string): string | null {
  const before = new Date(after.getTime() + MAX_LOOKAHEAD_DAYS * DAY_MS);
  const dates = listOccurrences(schedule, { after, before, limit: MAX_LOOKAHEAD_DAYS });
  const offsetOf = (date: Date) => offsetMinutes(date, zone);
  const index = dates.findIndex((date, each) => offsetOf(date) !== offsetOf(dates[each - 1] ?? date));
  const [previous, next] = [dates[index - 1], dates[index]];
  if (previous === undefined || next === undefined) return null;
  const day = formatDay(toIso(findTimeChangeInstant(previous, next, zone)), { zone });
  const [usual, changed] = [previous, next].map((date) => formatTimeOfDay(wallClock(date, zone)));
  return `After the time change in ${zone} on ${day}, deliveries arrive at ${changed} instead of ${usual}.`;
}

/**
 * Whether the server's next delivery differs from the computed one. A due delivery that hasn't been
 * sent yet isn't a difference.
 */
export function differsFromServed(
  record: Pick<Subscription, "next_delivery_date" | "deleted" | "enabled"> & Schedule,
  now: Date,
): boolean {
  if (record.deleted || record.enabled === false || record.next_delivery_date === undefined) return false;
  const expected = nextOccurrence(record, new Date(now.getTime() + DELIVERY_LEAD_MS));
  if (record.next_delivery_date === null) return expected !== null;
  const servedAt = parseInstant(record.next_delivery_date);
  // The dates of an unsupported schedule are unknown.
  if (servedAt === null || (expected === null && !isExhausted(record, now))) return false;
  const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
  const isServedLate = expected !== null && toSeconds(servedAt) > toSeconds(expected);
  return isServedLate || !isOccurrence(record, servedAt);
}
