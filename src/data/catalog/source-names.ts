import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "@/data/client/api-context";
import { getInitialNames } from "./initial-names";
import { type SourceNames, type SourceReference, sourceNamesKey } from "./source-labels";

/** Returns the names loaded so far, first those of the last visit, and updates as more are loaded. Sends no requests. */
export function useSourceNames(): SourceNames {
  const api = useApi();
  const { data } = useQuery<SourceNames>({
    queryKey: sourceNamesKey(api),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data ?? getInitialNames(api);
}

/** Loads names of the records' sources while the page is open. Pass the records after they were displayed. */
export function useLoadSourceNames(records: readonly SourceReference[]): void {
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (records.length === 0) return;
    const controller = new AbortController();
    import("./load-source-names").then(
      ({ loadSourceNames }) => loadSourceNames(queryClient, api, records, controller.signal),
      // Names are optional. The page shows IDs without them.
      () => undefined,
    );
    return () => controller.abort();
  }, [queryClient, api, records]);
}
