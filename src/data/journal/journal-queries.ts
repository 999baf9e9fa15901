import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Api, projectKey, useApi } from "@/data/backend/backend";
import type { JournalEntry } from "./journal-entry";
import {
  clearJournal,
  isJournalStored,
  readBatchEntries,
  readJournal,
  readRecordEntries,
  subscribeToJournal,
} from "./journal-store";

const REFETCH_INTERVAL_MS = 60_000;

/** Queries for a project's journal. Always stale, because other tabs also write to the journal. */
export const journalQueries = {
  /** @param limit limits the changes, because reading tens of thousands takes seconds */
  newest: (api: Api, limit = 10_000) =>
    queryOptions({
      queryKey: projectKey(api, "journal", "newest", limit),
      queryFn: async () => {
        const entries = await readJournal(api, limit);
        return { entries, isStored: isJournalStored(), hasMore: entries.length >= limit };
      },
      // Keeps the changes while more of them are read, but not those of another project.
      placeholderData: (previous, query) => {
        const [connection, projectId] = projectKey(api);
        return query?.queryKey[0] === connection && query.queryKey[1] === projectId ? previous : undefined;
      },
      staleTime: 0,
      refetchOnWindowFocus: true,
      // When a tab closes, the outcome of its running changes becomes unknown without a notification.
      refetchInterval: REFETCH_INTERVAL_MS,
    }),
  /** The changes of a bulk action, newest first. */
  batch: (api: Api, id: string) =>
    queryOptions({
      queryKey: projectKey(api, "journal", "batch", id),
      queryFn: () => readBatchEntries(api, id),
      staleTime: 0,
    }),
  record: (api: Api, id: number | string, resource: JournalEntry["resource"] = "subscription") =>
    queryOptions({
      queryKey: projectKey(api, "journal", "record", resource, id),
      queryFn: () => readRecordEntries(api, id, resource),
      staleTime: 0,
      refetchOnWindowFocus: true,
    }),
};

/** Refetches the journal after every change in any tab. */
export function useJournalUpdates(): void {
  const api = useApi();
  useEffect(() => {
    let isReading = false;
    let isRefetchPending = false;
    /** Runs one refetch at a time. Otherwise, the writes of a bulk action would cancel each refetch of a full journal. */
    async function refetch(): Promise<void> {
      isRefetchPending = true;
      if (isReading) return;
      isReading = true;
      while (isRefetchPending) {
        isRefetchPending = false;
        await api.queryClient.invalidateQueries({ queryKey: projectKey(api, "journal") });
      }
      isReading = false;
    }
    return subscribeToJournal(() => void refetch());
  }, [api]);
}

export async function clearJournalAndRefetch(api: Api): Promise<void> {
  await clearJournal(api);
  await api.queryClient.invalidateQueries({ queryKey: projectKey(api, "journal") });
}
