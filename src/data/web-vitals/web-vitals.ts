import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { getWebVitals } from "@/contract/web-vitals";
import type { Api } from "@/data/client/api-context";
import { createRateLimitedQueue, type RateLimitedQueue } from "@/data/client/rate-limited-queue";
import type { Client } from "@/http/client";
import { normalizePagePath, toPathname } from "@/lib/web-vitals/page-path";

/** Servers compute web vitals slowly, and the values rarely change. */
const STALE_TIME_MS = 5 * 60_000;

/** All web vitals requests on a connection share one rate limit. */
const QUEUES = new WeakMap<Client, RateLimitedQueue>();

function getQueue(client: Client): RateLimitedQueue {
  const existing = QUEUES.get(client);
  if (existing !== undefined) return existing;
  const queue = createRateLimitedQueue({ connectionStatus: client.connectionStatus });
  QUEUES.set(client, queue);
  return queue;
}

export function vitalsScope(api: Api) {
  return [api.client.connection.id, api.projectId, "vitals"] as const;
}

/** Each path has its own query, so that paths fail independently. */
export const vitalsQueries = {
  /** @param pathname null for all pages, which PostHog servers reject */
  path: (api: Api, pathname: string | null) =>
    queryOptions({
      queryKey: [...vitalsScope(api), "path", pathname],
      queryFn: ({ signal }) =>
        getQueue(api.client).run(
          () =>
            api.client.request(getWebVitals, {
              path: { project_id: api.projectId },
              query: pathname === null ? {} : { pathname },
              signal,
            }),
          signal,
        ),
      staleTime: STALE_TIME_MS,
    }),
};

/** The request queue runs this many requests in parallel. */
const MAX_PREFETCHED = 4;

/** Prefetches the first paths of a URL while the page's code loads. */
export async function prefetchVitals(
  queryClient: QueryClient,
  api: Api,
  texts: readonly string[],
): Promise<void> {
  const listed = [...new Set(texts.flatMap((text) => normalizePagePath(text) ?? []))].slice(
    0,
    MAX_PREFETCHED,
  );
  await Promise.all(
    listed.map((path) => queryClient.prefetchQuery(vitalsQueries.path(api, toPathname(path)))),
  );
}
