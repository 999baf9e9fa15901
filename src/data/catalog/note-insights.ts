import type { InsightEntry } from "@/api/catalog";
import type { Api } from "@/data/backend/backend";
import { getInsightName } from "./read-insights";
import { NO_SOURCE_NAMES, type SourceNames, sourceKey, sourceNamesKey } from "./source-labels";

/** Adds the names and short IDs of insights to the loaded source names. */
export function noteInsights(api: Api, entries: readonly InsightEntry[]): void {
  const named = entries.map((entry) => [sourceKey("insight", entry.id), getInsightName(entry)] as const);
  const shortIds = entries.flatMap(({ id, short_id: shortId }) => (shortId ? [[id, shortId] as const] : []));
  api.queryClient.setQueryData<SourceNames>(sourceNamesKey(api), (before = NO_SOURCE_NAMES) => ({
    ...before,
    names: new Map([...before.names, ...named.filter(([, name]) => name !== "")]),
    shortIds: new Map([...before.shortIds, ...shortIds]),
  }));
}
