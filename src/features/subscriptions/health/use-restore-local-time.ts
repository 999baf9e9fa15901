import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "@/data/client/api-context";
import { fetchJournal, journalQueries, useJournalUpdates } from "@/data/journal/journal-queries";
import { toIso } from "@/lib/time/dates";
import type { TimeChange } from "@/lib/time/time-changes";
import type { ShiftedSubscription } from "./find-dst-shifts";
import { findRestoredIds } from "./restore-local-time";

type ShiftedList = readonly ShiftedSubscription[];

/** What this browser has put back since a change of the clocks, as its journal has it. */
export function useRestoreLocalTime(change: TimeChange, zone: string) {
  const api = useApi();
  const { data, isError, refetch } = useQuery(journalQueries.all(api));
  useJournalUpdates();
  const at = toIso(change.at);
  const entries = data?.entries;
  const restoredIds = useMemo(() => findRestoredIds(entries ?? [], at, zone), [entries, at, zone]);
  const unreadableMessage = isError
    ? "What was put back already cannot be read in this browser: put back twice, it would move too far."
    : "What was put back already is being read.";
  return {
    /** Why nothing can be put back now. */
    refusal: isError || data === undefined ? unreadableMessage : undefined,
    withoutRestored: (shifted: ShiftedList): ShiftedList =>
      shifted.filter(({ record }) => !restoredIds.has(record.id)),
    /** By the journal as it is now; empty where it cannot be read. */
    async withoutRestoredNow(shifted: ShiftedList): Promise<ShiftedList> {
      const latestEntries = await fetchJournal(api).catch(() => null);
      const latestIds = latestEntries && findRestoredIds(latestEntries, at, zone);
      const remaining = latestIds === null ? [] : shifted.filter(({ record }) => !latestIds.has(record.id));
      // The page is to show it as well, or that it cannot be read.
      if (remaining.length < shifted.length) void refetch();
      return remaining;
    },
  };
}
