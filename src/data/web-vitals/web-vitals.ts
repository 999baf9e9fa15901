import { queryOptions } from "@tanstack/react-query";
import { getWebVitals } from "@/api/web-vitals";
import type { Api } from "@/data/backend/backend";
import { requestOptional } from "@/data/client/optional-endpoint";
import { isEndpointMissing } from "@/data/client/path-prefix";
import { parsePagePath, toPathname } from "@/lib/web-vitals/page-path";

/** Servers take a long time to compute web vitals, and the values rarely change. */
const STALE_TIME_MS = 5 * 60_000;

export function vitalsScope(api: Api) {
  return [api.client.connection.id, api.projectId, "vitals"] as const;
}

/**
 * Reads web vitals. Servers of 2025 have them only under `environments`, so that prefix is tried if the connection's
 * prefix fails (server-generations, At a glance).
 * @throws the errors of `Client.request`
 */
export async function requestWebVitals(api: Api, pathname: string | null, signal?: AbortSignal) {
  const input = {
    path: { project_id: api.projectId },
    query: pathname === null ? {} : { pathname },
    signal,
  };
  try {
    return await requestOptional(api.client, getWebVitals, input);
  } catch (error) {
    if (!isEndpointMissing(error) || api.client.connection.prefix === "environments") throw error;
    return requestOptional(api.client, getWebVitals, { ...input, prefix: "environments" });
  }
}

/** Each path has its own query, so that one failure doesn't affect other paths. */
export const vitalsQueries = {
  /** @param pathname null for all pages. PostHog servers reject requests without a pathname. */
  path: (api: Api, pathname: string | null) =>
    queryOptions({
      queryKey: [...vitalsScope(api), "path", pathname],
      queryFn: ({ signal }) =>
        api.client.budget.inTurn(() => requestWebVitals(api, pathname, signal), signal),
      staleTime: STALE_TIME_MS,
    }),
};

/** Equals the concurrency of the request queue. */
const MAX_PREFETCHED = 4;

/** Prefetches the first paths of the URL while the page's code loads. */
export async function prefetchVitals(api: Api, texts: readonly string[]): Promise<void> {
  const listed = [...new Set(texts.flatMap((text) => parsePagePath(text) ?? []))].slice(0, MAX_PREFETCHED);
  await Promise.all(
    listed.map((path) => api.queryClient.prefetchQuery(vitalsQueries.path(api, toPathname(path)))),
  );
}
