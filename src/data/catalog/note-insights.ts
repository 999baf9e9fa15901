import type { QueryClient } from "@tanstack/react-query";
import type { InsightEntry } from "@/api/catalog";
import type { Api } from "@/data/client/api-context";
import { getInsightName } from "./read-insights";
import { NO_SOURCE_NAMES, type SourceNames, sourceKey, sourceNamesKey } from "./source-labels";

/** Adds the names and short IDs of insights to the loaded source names. */
export function noteInsights(queryClient: QueryClient, api: Api, entries: readonly InsightEntry[]): void {
  const named = entries.map((entry) => [sourceKey("insight", entry.id), getInsightName(entry)] as const);
  const shortIds = entries.flatMap(({ id, short_id: shortId }) => (shortId ? [[id, shortId] as const] : []));
  queryClient.setQueryData<SourceNames>(sourceNamesKey(api), (before = NO_SOURCE_NAMES) => ({
    ...before,
    names: new Map([...before.names, ...named.filter(([, name]) => name !== "")]),
    shortIds: new Map([...before.shortIds, ...shortIds]),
  }));
}
