import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "@/data/client/api-context";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { type SourceNames, sourceNamesKey } from "./source-labels";

/** Returns the names loaded so far. Unlike `useSourceNames`, doesn't update. */
export function readSourceNames(queryClient: QueryClient, api: Api): ReferenceNames {
  return queryClient.getQueryData<SourceNames>(sourceNamesKey(api))?.names ?? NO_NAMES;
}
