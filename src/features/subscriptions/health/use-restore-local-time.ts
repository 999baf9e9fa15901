import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "@/data/client/api-context";
import { journalQueries, readJournalNow, useJournalUpdates } from "@/data/journal/journal-queries";
import { toIso } from "@/lib/time/dates";
import type { ZoneChange } from "@/lib/time/time-changes";
import type { MovedDelivery } from "./find-dst-shifts";
import { startsSetSince } from "./restore-local-time";

type Moves = readonly MovedDelivery[];

/** What this browser has put back since a change of the clocks, as its journal has it. */
export function usePutBack(change: ZoneChange, zone: string) {
  const api = useApi();
  const { data, isError, refetch } = useQuery(journalQueries.all(api));
  useJournalUpdates();
  const at = toIso(change.at);
  const entries = data?.entries;
  const ids = useMemo(() => startsSetSince(entries ?? [], at, zone), [entries, at, zone]);
  const unread = isError
    ? "What was put back already cannot be read in this browser: put back twice, it would move too far."
    : "What was put back already is being read.";
  return {
    /** Why nothing can be put back now. */
    refusal: isError || data === undefined ? unread : undefined,
    without: (moves: Moves): Moves => moves.filter(({ record }) => !ids.has(record.id)),
    /** By the journal as it is now; empty where it cannot be read. */
    async withoutNow(moves: Moves): Promise<Moves> {
      const fresh = await readJournalNow(api).catch(() => null);
      const newest = fresh && startsSetSince(fresh, at, zone);
      const left = newest === null ? [] : moves.filter(({ record }) => !newest.has(record.id));
      // The page is to show it as well, or that it cannot be read.
      if (left.length < moves.length) void refetch();
      return left;
    },
  };
}
