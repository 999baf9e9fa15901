import type { Api } from "@/data/backend/backend";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { type SourceNames, sourceNamesKey } from "./source-labels";

/** Returns the names loaded so far. Unlike `useSourceNames`, doesn't update. */
export function readSourceNames(api: Api): ReferenceNames {
  return api.queryClient.getQueryData<SourceNames>(sourceNamesKey(api))?.names ?? NO_NAMES;
}
