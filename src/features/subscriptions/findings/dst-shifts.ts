import type { Subscription } from "@/contract/subscriptions";
import { occurrencesBetween } from "@/lib/schedule/occurrence-range";
import { offsetMinutes, wallClock } from "@/lib/time/dates";
import { findNextTimeChange } from "@/lib/time/time-changes";
import { isScheduled } from "./health-rules";

const DAY_MS = 86_400_000;
/** Days from one delivery to the next at most, per step of the interval: a month may lack the 31st. */
const STEP_DAYS = new Map([
  ["daily", 8],
  ["weekly", 14],
  ["monthly", 62],
  ["yearly", 4 * 366],
]);

/** How a change of the clocks moves the local hour of a delivery. */
export interface DstShift {
  /** The last delivery before the change and the first one after it. */
  readonly before: Date;
  readonly after: Date;
  /** Minutes by which the local hour moves; negative is earlier. */
  readonly shiftMinutes: number;
  /** Days by which the local day moves with it: 23:30 becomes 00:30 of the next one. */
  readonly dayShift: -1 | 0 | 1;
}

/** How a change at an instant moves the local hour of a record; null where it does not, or nothing goes out on one side. */
export function getDstShift(record: Subscription, change: Date, zone: string): DstShift | null {
  if (!isScheduled(record)) return null;
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

/** Whether the hour it had before lies on another day of the zone. */
function dayShiftOf(after: Date, shiftMinutes: number, zone: string): -1 | 0 | 1 {
  const { hour, minute } = wallClock(after, zone);
  const usualMinutes = hour * 60 + minute - shiftMinutes;
  if (usualMinutes < 0) return 1;
  return usualMinutes >= 24 * 60 ? -1 : 0;
}

let cachedTransition: { readonly key: string; readonly at: Date | null } | null = null;

/** Whether the next change of the clocks in the zone moves the local hour of a record. `now` in ms since 1970. */
export function isAffectedByDst(record: Subscription, now: number, zone: string): boolean {
  // Asked for each of a hundred thousand records, at the same moment.
  const key = `${now} ${zone}`;
  if (cachedTransition?.key !== key)
    cachedTransition = { key, at: findNextTimeChange(new Date(now), zone)?.at ?? null };
  return cachedTransition.at !== null && getDstShift(record, cachedTransition.at, zone) !== null;
}
