import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { getWebVitals } from "@/contract/web-vitals";
import type { Api } from "@/data/client/api-context";
import { createRateLimitedQueue, type RateLimitedQueue } from "@/data/client/rate-limited-queue";
import type { Client } from "@/http/client";
import { normalizePagePath, toPathname } from "@/lib/web-vitals/page-path";

/** Age in ms up to which figures are shown without asking again: a server computes them for long, and they change slowly. */
const STALE_TIME_MS = 5 * 60_000;

/** One connection has one lane, whatever asks for vitals. */
const QUEUES = new WeakMap<Client, RateLimitedQueue>();

function getQueue(client: Client): RateLimitedQueue {
  const existing = QUEUES.get(client);
  if (existing !== undefined) return existing;
  const queue = createRateLimitedQueue({ connectionStatus: client.connectionStatus });
  QUEUES.set(client, queue);
  return queue;
}

/** What the keys of a project's web vitals begin with. */
export function vitalsScope(api: Api) {
  return [api.client.connection.id, api.projectId, "vitals"] as const;
}

/** Queries of web vitals, path by path: one that fails leaves the others alone. */
export const vitalsQueries = {
  /** The vitals of a path as it stands in an address; null for all pages, which real servers refuse. */
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

/** Most paths of an address that are asked for before its page is there: those that can be under way at once. */
const MAX_PREFETCHED = 4;

/** Asks for the first paths of an address while the code of its page is on its way. */
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
