import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useApi } from "@/data/backend/backend";
import { readCachedNames } from "@/data/browser-storage/source-name-cache";
import { runWhenIdle } from "@/lib/scheduler/run-when-idle";
import { NO_SOURCE_NAMES, type SourceNames, type SourceReference, sourceNamesKey } from "./source-labels";

/**
 * Returns the names loaded so far, initially those from the last visit. Updates as more are loaded.
 * Sends no requests.
 */
export function useSourceNames(): SourceNames {
  const api = useApi();
  const { data } = useQuery<SourceNames>({
    queryKey: sourceNamesKey(api),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => data ?? { ...NO_SOURCE_NAMES, names: readCachedNames(api) }, [data, api]);
}

/** Loads the names of the records' sources while the page is open. Pass the records only after they are displayed. */
export function useLoadSourceNames(records: readonly SourceReference[]): void {
  const api = useApi();
  useEffect(() => {
    if (records.length === 0) return;
    const controller = new AbortController();
    const cancel = runWhenIdle(() => {
      import("./load-source-names").then(
        ({ loadSourceNames }) => loadSourceNames(api, records, controller.signal),
        // Names are optional. The page shows IDs without them.
        () => undefined,
      );
    });
    return () => {
      cancel();
      controller.abort();
    };
  }, [api, records]);
}
