import type { JournalEntry } from "@/data/journal/journal-entry";
import { toLocalInput } from "@/lib/time/local-input";

/** Compares local days in `zone`. Both instants are ISO 8601. */
export function isOnOrAfterDay(instant: string, day: string, zone: string): boolean {
  return toLocalInput(instant, zone).slice(0, 10) >= toLocalInput(day, zone).slice(0, 10);
}

/**
 * Returns the records whose start was changed from this browser since the time change. Adjusting them again would shift
 * them too far. `change` is ISO 8601. Its whole day counts, because the adjustment is offered on that day.
 */
export function findRestoredIds(
  entries: readonly JournalEntry[],
  change: string,
  zone: string,
): ReadonlySet<number> {
  const ids = new Set<number>();
  const changedAt = Date.parse(change);
  for (const { recordId, at, changes, outcome, undoes, undoneBy } of entries) {
    // An undo also changes the start, but doesn't adjust the time.
    const isEffective = outcome === "done" && undoneBy === null && undoes === null;
    if (typeof recordId !== "number" || !isEffective || ids.has(recordId)) continue;
    if (!changes.some(({ field }) => field === "start_date")) continue;
    // The plain comparison decides most entries. The one in the zone is slower.
    if (Date.parse(at) >= changedAt || isOnOrAfterDay(at, change, zone)) ids.add(recordId);
  }
  return ids;
}
