import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Api, useApi } from "./api-context";
import { openJournal } from "./journal";

function scopeOf(api: Api) {
  return [api.client.connection.id, api.projectId, "journal"] as const;
}

/** What the journal has of one project. Read anew whenever it is looked at: other tabs write into it as well. */
export const journalQueries = {
  all: scopeOf,
  /** The writes on one record, newest first. */
  record: (api: Api, id: number) =>
    queryOptions({
      queryKey: [...scopeOf(api), "record", id],
      queryFn: async () => (await openJournal()).readRecord(api, id),
      staleTime: 0,
      refetchOnWindowFocus: true,
    }),
};

/** Has what is shown of the journal read again after every write, of this tab or another. */
export function useJournalUpdates(): void {
  const api = useApi();
  const queries = useQueryClient();
  useEffect(() => {
    let isLeft = false;
    let stop: (() => void) | undefined;
    const readAgain = () => void queries.invalidateQueries({ queryKey: scopeOf(api) });
    openJournal().then(
      ({ watch }) => {
        if (!isLeft) stop = watch(readAgain);
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [api, queries]);
}
