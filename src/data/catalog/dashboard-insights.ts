import { useQuery } from "@tanstack/react-query";
import { getDashboard } from "@/api/catalog";
import { useApi } from "@/data/backend/backend";
import { requestOptional } from "@/data/client/optional-endpoint";
import { getNamesRefusal } from "./names-refusal";
import { getInsightName, getTileInsights } from "./read-insights";
import { type NamesRefusal, sourceNamesKey } from "./source-labels";
import { useSourceNames } from "./source-names";
import type { SourceSuggestion } from "./source-suggestions";

interface InsightsAnswer {
  /** Insights in dashboard order, or null while unknown. */
  readonly insights: readonly SourceSuggestion[] | null;
  readonly refusal: NamesRefusal | null;
}

interface DashboardInsights extends InsightsAnswer {
  /** True after a temporary failure, and while the request is retried. */
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

/**
 * Reads a dashboard's insights, once per visit.
 * @param id null without a dashboard
 */
export function useDashboardInsights(id: number | null): DashboardInsights {
  const api = useApi();
  // If the list of dashboards is unavailable, single dashboards are too.
  const { dashboard: listRefusal = null } = useSourceNames().refusals;
  const { data, errorUpdateCount, isFetching, refetch } = useQuery({
    queryKey: [...sourceNamesKey(api).slice(0, 3), "tiles", id],
    queryFn: async ({ signal }): Promise<InsightsAnswer> => {
      try {
        const path = { project_id: api.projectId, id: id ?? 0 };
        const { tiles } = await requestOptional(api.client, getDashboard, { path, signal });
        const insights = getTileInsights(tiles).map((entry) => ({
          id: entry.id,
          name: getInsightName(entry),
        }));
        return { insights, refusal: null };
      } catch (error) {
        const refusal = getNamesRefusal(error);
        if (refusal === null) throw error;
        return { insights: null, refusal };
      }
    },
    enabled: id !== null && listRefusal === null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isError = data === undefined && errorUpdateCount > 0;
  return {
    ...(data ?? { insights: null, refusal: listRefusal }),
    isError,
    isFetching,
    refetch: () => void refetch(),
  };
}
