import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Api, useApi } from "@/data/client/api-context";
import type { JournalEntry } from "./journal-entry";

/** The journal's store. Its code is fetched behind the record whose page asks for it. */
function openJournal() {
  return import("./journal-store");
}

/** Ms after which what is on the screen is read again. */
const REFETCH_INTERVAL_MS = 60_000;

function journalScope(api: Api) {
  return [api.client.connection.id, api.projectId, "journal"] as const;
}

/** What the journal has of one project. Read anew whenever it is looked at: other tabs write into it as well. */
export const journalQueries = {
  /** Every write on the project, newest first, and whether the browser keeps them. */
  all: (api: Api) =>
    queryOptions({
      queryKey: [...journalScope(api), "all"],
      queryFn: async () => {
        const { readJournal, isJournalStored: isStored } = await openJournal();
        const entries = await readJournal(api);
        return { entries, isStored: isStored() };
      },
      staleTime: 0,
      refetchOnWindowFocus: true,
      // A write without an answer is over some time, also while nobody writes.
      refetchInterval: REFETCH_INTERVAL_MS,
    }),
  /** The writes on one record, newest first. */
  record: (api: Api, id: number | string, resource: JournalEntry["resource"] = "subscription") =>
    queryOptions({
      queryKey: [...journalScope(api), "record", resource, id],
      queryFn: async () => (await openJournal()).readRecordEntries(api, id, resource),
      staleTime: 0,
      refetchOnWindowFocus: true,
    }),
};

/** Every write on a project, newest first, past the cache: what this tab has been told of may be a moment old. */
export async function fetchJournal(api: Api): Promise<readonly JournalEntry[]> {
  return (await openJournal()).readJournal(api);
}

/** Has what is shown of the journal read again after every write, of this tab or another. */
export function useJournalUpdates(): void {
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => {
    let isUnmounted = false;
    let stop: (() => void) | undefined;
    let isReading = false;
    let isRefetchPending = false;
    /** One reading at a time: a bulk run writes faster than a full journal is read, and each would cancel the last. */
    async function refetch(): Promise<void> {
      isRefetchPending = true;
      if (isReading) return;
      isReading = true;
      for (; isRefetchPending; isRefetchPending = isRefetchPending && !isUnmounted) {
        isRefetchPending = false;
        await queryClient.invalidateQueries({ queryKey: journalScope(api) });
      }
      isReading = false;
    }
    void subscribe();
    async function subscribe(): Promise<void> {
      // Without its code nothing is noted either.
      const store = await openJournal().catch(() => null);
      if (!isUnmounted) stop = store?.subscribeToJournal(() => void refetch());
    }
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [api, queryClient]);
}

/** Forgets every write on a project, for good. */
export async function clearJournalAndRefetch(queryClient: QueryClient, api: Api): Promise<void> {
  await (await openJournal()).clearJournal(api);
  await queryClient.invalidateQueries({ queryKey: journalScope(api) });
}
