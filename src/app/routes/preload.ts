import type { QueryClient } from "@tanstack/react-query";
import type { Client } from "@/http/client";
import { matchRoute } from "./route-table";

/**
 * Loads a page's code and first query in parallel. Resolves when the query has settled. Never
 * rejects, because the page reports failures when it loads.
 * @param skipLoaded skips pages whose code has loaded, because they start their own queries
 */
export async function preload(
  url: URL,
  client: Client,
  queryClient: QueryClient,
  skipLoaded = false,
): Promise<void> {
  const match = matchRoute(url);
  if (match === null) return;
  const projectId = match.url.params.projectId;
  const queries = match.entries.map((entry) => {
    if (skipLoaded && entry.isLoaded()) return;
    entry.load().catch(() => undefined);
    // The query doesn't wait for the code.
    if (projectId !== undefined) return entry.prefetch?.(queryClient, { client, projectId }, match.url);
  });
  await Promise.allSettled(queries);
}
