import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "@/data/client/api-context";
import { fetchJournal, journalQueries, useJournalUpdates } from "@/data/journal/journal-queries";
import { toIso } from "@/lib/time/dates";
import type { TimeChange } from "@/lib/time/time-changes";
import type { ShiftedSubscription } from "./find-dst-shifts";
import { findRestoredIds } from "./restore-local-time";

type ShiftedList = readonly ShiftedSubscription[];

/**
 * Returns functions that exclude subscriptions that were already adjusted for the time change,
 * according to the journal. Also returns a `refusal` while the journal is loading or unreadable.
 */
export function useRestoreLocalTime(change: TimeChange, zone: string) {
  const api = useApi();
  const { data, isError, refetch } = useQuery(journalQueries.all(api));
  useJournalUpdates();
  const at = toIso(change.at);
  const entries = data?.entries;
  const restoredIds = useMemo(() => findRestoredIds(entries ?? [], at, zone), [entries, at, zone]);
  const unreadableMessage = isError
    ? "Couldn't load earlier adjustments from this browser. Reload the page to avoid adjusting a subscription twice."
    : "Loading earlier adjustments…";
  return {
    refusal: isError || data === undefined ? unreadableMessage : undefined,
    withoutRestored: (shifted: ShiftedList): ShiftedList =>
      shifted.filter(({ record }) => !restoredIds.has(record.id)),
    /** Reads the journal again. Resolves with an empty list when the journal is unreadable. */
    async withoutRestoredNow(shifted: ShiftedList): Promise<ShiftedList> {
      const latestEntries = await fetchJournal(api).catch(() => null);
      const latestIds = latestEntries && findRestoredIds(latestEntries, at, zone);
      const remaining = latestIds === null ? [] : shifted.filter(({ record }) => !latestIds.has(record.id));
      // Refetches, so that the page hides adjusted subscriptions, or reports the unreadable journal.
      if (remaining.length < shifted.length) void refetch();
      return remaining;
    },
  };
}
