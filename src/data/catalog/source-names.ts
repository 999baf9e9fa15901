import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "@/data/client/api-context";
import { NO_SOURCE_NAMES, type SourceNames, type SourceReference, sourceNamesKey } from "./source-labels";

/** Returns what is loaded so far, and updates with it. Sends no request. */
export function useSourceNames(): SourceNames {
  const { data } = useQuery<SourceNames>({
    queryKey: sourceNamesKey(useApi()),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data ?? NO_SOURCE_NAMES;
}

/** Loads the names of the sources of records while the page is open. Pass the records after they are shown. */
export function useLoadSourceNames(records: readonly SourceReference[]): void {
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (records.length === 0) return;
    const controller = new AbortController();
    import("./load-source-names").then(
      ({ loadSourceNames }) => loadSourceNames(queryClient, api, records, controller.signal),
      // Names are optional: IDs are shown instead.
      () => undefined,
    );
    return () => controller.abort();
  }, [queryClient, api, records]);
}
