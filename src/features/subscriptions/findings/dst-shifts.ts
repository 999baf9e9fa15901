import type { Subscription } from "@/api/subscriptions";
import { measureClockRules, provesUtcRule, recordCapabilities } from "@/data/capabilities/capabilities";
import { isSending } from "@/features/subscriptions/model/subscription-rules";
import { occurrencesBetween } from "@/lib/schedule/recurrence";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { offsetMinutes, wallClock } from "@/lib/time/dates";
import { findNextTimeChange } from "@/lib/time/time-changes";

const DAY_MS = 86_400_000;
/**
 * Maximum number of days between two deliveries with an interval of 1, by frequency. Schedules skip
 * months without day 31 and years without February 29.
 */
const STEP_DAYS = new Map([
  ["daily", 8],
  ["weekly", 14],
  ["monthly", 62],
  ["yearly", 4 * 366],
]);

export interface DstShift {
  /** Last delivery before the time change and first delivery after it. */
  readonly before: Date;
  readonly after: Date;
  /** Negative when the local time becomes earlier. */
  readonly shiftMinutes: number;
  /** Not 0 when the shift crosses midnight: 23:30 becomes 00:30 on the next day. */
  readonly dayShift: -1 | 0 | 1;
}

/**
 * Returns the effect of a time change. Null if the local time doesn't change, or if there are no deliveries before or
 * after the time change.
 */
export function getDstShift(record: Subscription, change: Date, zone: string): DstShift | null {
  if (!isSending(record)) return null;
  const changeMs = change.getTime();
  const gap = (STEP_DAYS.get(record.frequency) ?? 0) * record.interval * DAY_MS;
  const first = occurrencesBetween(record, { from: changeMs, to: changeMs + gap, limit: 1 })?.[0];
  if (first === undefined) return null;
  const last = occurrencesBetween(record, { from: changeMs - gap, to: changeMs })?.at(-1);
  if (last === undefined) return null;
  const [before, after] = [new Date(last), new Date(first)];
  const shiftMinutes = offsetMinutes(after, zone) - offsetMinutes(before, zone);
  if (shiftMinutes === 0) return null;
  return { before, after, shiftMinutes, dayShift: dayShiftOf(after, shiftMinutes, zone) };
}

function dayShiftOf(after: Date, shiftMinutes: number, zone: string): -1 | 0 | 1 {
  const { hour, minute } = wallClock(after, zone);
  const usualMinutes = hour * 60 + minute - shiftMinutes;
  if (usualMinutes < 0) return 1;
  return usualMinutes >= 24 * 60 ? -1 : 0;
}

const RECORDS_PER_YIELD = 50;

/**
 * Returns the records whose local delivery time shifts at the next time change. Empty if the server
 * may adjust deliveries to time changes.
 */
export function* getShiftedSet(
  records: readonly Subscription[],
  now: number,
  zone: string,
): CooperativeTask<ReadonlySet<Subscription>> {
  const shifted = new Set<Subscription>();
  const change = findNextTimeChange(new Date(now), zone)?.at;
  if (change === undefined) return shifted;
  const rules = new Set<string>();
  // A server returns the same fields for all records, so checking the first one is enough.
  const [firstRecord] = records;
  const isNewer = firstRecord !== undefined && recordCapabilities(firstRecord).canPause;
  for (const [index, record] of records.entries()) {
    if (getDstShift(record, change, zone) !== null) shifted.add(record);
    if (isNewer) for (const rule of measureClockRules([record])) rules.add(rule);
    if (index % RECORDS_PER_YIELD === RECORDS_PER_YIELD - 1) yield;
  }
  return isNewer && !provesUtcRule(rules) ? new Set() : shifted;
}
