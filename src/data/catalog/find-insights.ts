import { queryOptions } from "@tanstack/react-query";
import { getDashboard, listInsights } from "@/api/catalog";
import type { Api } from "@/data/backend/backend";
import { noteInsights } from "./note-insights";
import { getTileInsights } from "./read-insights";
import { sourceNamesKey } from "./source-labels";

/**
 * Returns the IDs of the dashboards' insights in tile order, without duplicates. Rejects like
 * `Client.request`.
 */
export async function readTileInsights(api: Api, dashboards: readonly number[]): Promise<readonly number[]> {
  const found = await Promise.all(
    dashboards.map((id) => api.client.request(getDashboard, { path: { project_id: api.projectId, id } })),
  );
  const insights = getTileInsights(found.flatMap(({ tiles }) => tiles ?? []));
  noteInsights(api, insights);
  return insights.map(({ id }) => id);
}

/**
 * Returns the query for an insight's ID by the short ID in its URL. Its data is null if the insight
 * doesn't exist.
 */
export function insightIdQuery(api: Api, shortId: string) {
  return queryOptions({
    queryKey: [...sourceNamesKey(api).slice(0, 3), "short-id", shortId],
    queryFn: async ({ signal }) => {
      const page = await api.client.request(listInsights, {
        path: { project_id: api.projectId },
        query: { short_id: shortId, limit: 1, basic: true },
        signal,
      });
      noteInsights(api, page.results);
      // Servers that ignore the parameter return unrelated insights.
      return page.results.find(({ short_id: found }) => found === shortId)?.id ?? null;
    },
  });
}
