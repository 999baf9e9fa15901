import type { JournalEntry } from "@/data/journal/journal-entry";
import { toLocalInput } from "@/lib/time/local-input";

/**
 * Whether `instant` is on the same day as `day` in `zone`, or on a later day.
 * @param instant ISO 8601
 * @param day ISO 8601, any instant of the day
 */
export function isOnOrAfterDay(instant: string, day: string, zone: string): boolean {
  return toLocalInput(instant, zone).slice(0, 10) >= toLocalInput(day, zone).slice(0, 10);
}

/**
 * Returns the IDs of subscriptions whose start this browser has already changed since the time change, so that they
 * aren't shifted twice. Changes earlier on the same day count too, because the adjustment is offered all day.
 * @param change when the time change occurs (ISO 8601)
 */
export function findRestoredIds(
  entries: readonly JournalEntry[],
  change: string,
  zone: string,
): ReadonlySet<number> {
  const ids = new Set<number>();
  const changedAt = Date.parse(change);
  for (const { recordId, at, changes, outcome, undoes, undoneBy } of entries) {
    // An undo also changes the start, but isn't an adjustment.
    const isEffective = outcome === "done" && undoneBy === null && undoes === null;
    if (typeof recordId !== "number" || !isEffective || ids.has(recordId)) continue;
    if (!changes.some(({ field }) => field === "start_date")) continue;
    // Compares instants first, because converting them to local days is slower.
    if (Date.parse(at) >= changedAt || isOnOrAfterDay(at, change, zone)) ids.add(recordId);
  }
  return ids;
}
