import type { JournalEntry } from "@/data/journal/journal-entry";
import { toLocalInput } from "@/lib/time/local-input";

/**
 * Compares two instants by their day in `zone`.
 * @param instant ISO 8601
 * @param day ISO 8601
 */
export function isOnOrAfterDay(instant: string, day: string, zone: string): boolean {
  return toLocalInput(instant, zone).slice(0, 10) >= toLocalInput(day, zone).slice(0, 10);
}

/**
 * Returns records whose start this browser has changed since the time change. Adjusting them again would shift them
 * too far. @param change time of the time change, in ISO 8601. Includes the whole day, because the adjustment is
 * offered on that day.
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
    // Comparing instants decides most cases. Comparing days is slower.
    if (Date.parse(at) >= changedAt || isOnOrAfterDay(at, change, zone)) ids.add(recordId);
  }
  return ids;
}
