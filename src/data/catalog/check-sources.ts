import { useEffect, useMemo } from "react";
import { getDashboard, getInsight } from "@/api/catalog";
import { type Api, useApi } from "@/data/backend/backend";
import { isEndpointUnavailable, requestOptional } from "@/data/backend/optional-endpoint";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { getTileInsights, isMissing } from "./read-insights";
import type { SourceCheck, SourceReference } from "./source-labels";
import { catalogKey, isSourceCheckKey, sourceCheckKey, sourceKeyOf } from "./source-labels";
import { addSourceNames, useSourceNames } from "./source-names";

/** Each check is a request, so a long list of overdue subscriptions must not check all sources. */
const MAX_CHECKED = 20;
const STALE_MS = 5 * 60_000;

/**
 * Returns whether the server can deliver a source. Null if unknown, because the key can't read it or the response is
 * incomplete. Rejects like `Client.request` after a temporary failure.
 */
async function checkSource(api: Api, { dashboard, insight }: SourceReference): Promise<SourceCheck | null> {
  const path = { project_id: api.projectId, id: dashboard ?? insight ?? 0 };
  try {
    if (dashboard === null) {
      const { deleted } = await requestOptional(api.client, getInsight, { path });
      return deleted ? "deleted" : "deliverable";
    }
    const { deleted, tiles } = await requestOptional(api.client, getDashboard, { path });
    if (deleted) return "deleted";
    if (tiles === null) return null;
    return getTileInsights(tiles).length === 0 ? "no-insights" : "deliverable";
  } catch (error) {
    if (isMissing(error)) return "deleted";
    if (isEndpointUnavailable(error)) return null;
    throw error;
  }
}

/** Checks the sources one after another. Stops after a failure. */
async function checkSources(
  api: Api,
  sources: readonly (readonly [key: string, record: SourceReference])[],
  signal: AbortSignal,
): Promise<void> {
  for (const [key, record] of sources) {
    if (signal.aborted) return;
    const check = await api.queryClient.fetchQuery({
      queryKey: catalogKey(api, "check", key),
      queryFn: () => checkSource(api, record),
      staleTime: STALE_MS,
      retry: false,
    });
    // An unknown result, as any other text, replaces an earlier one.
    addSourceNames(api, { names: new Map([[sourceCheckKey(key), check ?? "unknown"]]) });
  }
}

/**
 * Finds out whether the sources of overdue records are deleted or empty. Reads up to `MAX_CHECKED` sources, and each
 * one again only after five minutes. `sourceCheckOf` returns the results.
 * @param records must be memoized
 */
export function useCheckSources(records: readonly SourceReference[]): void {
  const api = useApi();
  const sources = useMemo(() => {
    const found = new Map<string, SourceReference>();
    for (const record of records) {
      const key = sourceKeyOf(record);
      if (key !== null && found.size < MAX_CHECKED && !found.has(key)) found.set(key, record);
    }
    return [...found];
  }, [records]);
  useEffect(() => {
    const controller = new AbortController();
    // The causes are optional. Without them, the page lists the possible ones.
    void checkSources(api, sources, controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [api, sources]);
}

/** Returns only the results of `useCheckSources`. Changes less often than all names, so scans can depend on it. */
export function useSourceChecks(): ReferenceNames {
  const { names } = useSourceNames();
  const text = useMemo(() => JSON.stringify([...names].filter(([key]) => isSourceCheckKey(key))), [names]);
  return useMemo(() => new Map(JSON.parse(text) as [string, string][]), [text]);
}
