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
 * Returns the records whose start was changed in this browser since the time change. Adjusting them again
 * would shift them too far.
 * @param change time of the time change, in ISO 8601. The whole day counts, because the adjustment is offered
 * on that day.
 */
export function findRestoredIds(
  entries: readonly JournalEntry[],
  change: string,
  zone: string,
): ReadonlySet<number> {
  const ids = new Set<number>();
  const changedAt = Date.parse(change);
  for (const { recordId, at, changes, outcome, undoes, undoneBy } of entries) {
    // An undo also changes the start, but doesn't adjust it to the time change.
    const isEffective = outcome === "done" && undoneBy === null && undoes === null;
    if (typeof recordId !== "number" || !isEffective || ids.has(recordId)) continue;
    if (!changes.some(({ field }) => field === "start_date")) continue;
    // Compare instants first, which decides most cases, since comparing days is slower.
    if (Date.parse(at) >= changedAt || isOnOrAfterDay(at, change, zone)) ids.add(recordId);
  }
  return ids;
}
