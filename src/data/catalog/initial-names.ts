import { readCachedNames } from "@/data/browser-storage/source-name-cache";
import type { Api } from "@/data/client/api-context";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { NO_SOURCE_NAMES, type SourceNames } from "./source-labels";

const initialNames = new WeakMap<ReferenceNames, SourceNames>();

/** Returns the names of the last visit. Returns the same object for the same names, so that nothing renders again. */
export function getInitialNames(api: Api): SourceNames {
  const names = readCachedNames(api);
  const initial = initialNames.get(names) ?? { ...NO_SOURCE_NAMES, names };
  initialNames.set(names, initial);
  return initial;
}
