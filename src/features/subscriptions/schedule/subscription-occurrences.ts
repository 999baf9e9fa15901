import type { Subscription } from "@/contract/subscriptions";
import type { Schedule } from "@/lib/schedule/format-schedule";
import {
  DELIVERY_LEAD_MS,
  findScheduleTimeChange,
  isExhausted,
  listOccurrences,
  nextOccurrence,
} from "@/lib/schedule/recurrence";
import { formatDay, parseInstant, toIso } from "@/lib/time/dates";

const DAY_MS = 86_400_000;
// A year of daily deliveries: summer time lasts up to 238 days, so less could miss the next change of the clocks.
const MAX_LOOKAHEAD_DAYS = 366;

/** What a schedule leads to, computed here as servers do it. */
export interface SchedulePreview {
  /** ISO 8601 in UTC. */
  readonly next: readonly string[];
  /** Nothing will ever go out. */
  readonly isExhausted: boolean;
  /** A sentence on when the local hour moves; null when it does not within a year. */
  readonly clockWarning: string | null;
}

/** The next deliveries of a schedule, and what a change of the clocks in the zone does to them. */
export function previewSchedule(schedule: Schedule, now: Date, zone: string, limit = 5): SchedulePreview {
  const after = new Date(now.getTime() + DELIVERY_LEAD_MS);
  const next = listOccurrences(schedule, { after, limit });
  return {
    next: next.map(toIso),
    isExhausted: next.length === 0 && isExhausted(schedule, after),
    clockWarning: timeChangeWarning(schedule, after, zone),
  };
}

function timeChangeWarning(schedule: Schedule, after: Date, zone: string): string | null {
  const before = new Date(after.getTime() + MAX_LOOKAHEAD_DAYS * DAY_MS);
  const change = findScheduleTimeChange(
    listOccurrences(schedule, { after, before, limit: MAX_LOOKAHEAD_DAYS }),
    zone,
  );
  if (change === null) return null;
  const day = formatDay(change.at, { zone });
  return `After the time change in ${zone} on ${day}, it arrives at ${change.afterLocal} instead of ${change.beforeLocal}.`;
}

/**
 * Whether the served next delivery is another one than the schedule gives: then one of the two is wrong, and the served
 * one is shown. A served one that is due and not sent yet is no difference.
 */
export function differsFromServed(
  record: Pick<Subscription, "next_delivery_date" | "deleted" | "enabled"> & Schedule,
  now: Date,
): boolean {
  if (record.deleted || record.enabled === false) return false;
  const expected = nextOccurrence(record, new Date(now.getTime() + DELIVERY_LEAD_MS));
  if (record.next_delivery_date === null) return expected !== null;
  const servedAt = parseInstant(record.next_delivery_date);
  // What is not understood is not called wrong.
  if (servedAt === null || (expected === null && !isExhausted(record, now))) return false;
  const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
  const isOccurrence = (date: Date) => {
    const nextDate = nextOccurrence(record, new Date((toSeconds(date) - 1) * 1000));
    return nextDate !== null && toSeconds(nextDate) === toSeconds(date);
  };
  const isServedLate = expected !== null && toSeconds(servedAt) > toSeconds(expected);
  return isServedLate || !isOccurrence(servedAt);
}
