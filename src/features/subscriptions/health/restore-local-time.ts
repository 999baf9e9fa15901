import type { JournalEntry } from "@/data/journal/journal-entry";
import { toLocalInput } from "@/lib/time/local-input";

/** Whether an instant lies on the day of another one in the zone, or on a later one. Both ISO 8601. */
export function isOnOrAfterDay(instant: string, day: string, zone: string): boolean {
  return toLocalInput(instant, zone).slice(0, 10) >= toLocalInput(day, zone).slice(0, 10);
}

/**
 * The records whose start this browser has set since the clocks changed: to put their hour back once more would move
 * it too far. `change` in ISO 8601; the whole day of the change counts, as edits are offered on it.
 */
export function findRestoredIds(
  entries: readonly JournalEntry[],
  change: string,
  zone: string,
): ReadonlySet<number> {
  const ids = new Set<number>();
  const changedAt = Date.parse(change);
  for (const { recordId, at, changes, outcome, undoes, undoneBy } of entries) {
    // What takes a write back sets the start as well, and the hour is not put back by it.
    const isEffective = outcome === "done" && undoneBy === null && undoes === null;
    if (typeof recordId !== "number" || !isEffective || ids.has(recordId)) continue;
    if (!changes.some(({ field }) => field === "start_date")) continue;
    // Most are told without the zone, which costs more.
    if (Date.parse(at) >= changedAt || isOnOrAfterDay(at, change, zone)) ids.add(recordId);
  }
  return ids;
}
