import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getWebVitals } from "@/api/web-vitals";
import { type Api, projectKey } from "@/data/backend/backend";
import { isEndpointMissing, requestOptional } from "@/data/backend/optional-endpoint";
import { defineSetting, projectScope } from "@/data/browser-storage/local-storage";
import { parsePagePath, toPathname } from "@/lib/web-vitals/page-path";

/** Servers take a long time to compute web vitals, and the values rarely change. */
const STALE_TIME_MS = 5 * 60_000;

export function vitalsScope(api: Api) {
  return projectKey(api, "vitals");
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

interface StoredPaths {
  /** Paths of the last board, in display order. */
  readonly board: readonly string[];
  /** Paths used so far, newest first. */
  readonly seen: readonly string[];
}

const MAX_SEEN = 500;
const pathList = z.pipe(
  z.array(z.string()),
  z.transform((texts: string[]) => normalizePaths(texts)),
);
const vitalPaths = defineSetting<StoredPaths>("vital-paths", z.object({ board: pathList, seen: pathList }), {
  board: [],
  seen: [],
});

/** Whether paths were ever stored, even if all of them were removed later. */
export function hasVitalPaths(api: Api): boolean {
  return vitalPaths.isStored(projectScope(api));
}

/** Adds the paths that are missing from the board. Ignores storage errors. */
export function addVitalPaths(api: Api, added: readonly string[]): void {
  const scope = projectScope(api);
  const { board, seen } = vitalPaths.read(scope);
  const stored = { board: normalizePaths([...board, ...added]), seen: normalizePaths([...seen, ...added]) };
  vitalPaths.write(scope, stored);
}

/** Returns the paths that were shown so far, those of the stored board first. */
export function readVitalPaths(api: Api): readonly string[] {
  const { board, seen } = vitalPaths.read(projectScope(api));
  return [...new Set([...board, ...seen])];
}

/** Returns the paths of a connection and project. Stored on this device and synchronized between tabs. */
export function useVitalPaths(api: Api) {
  const scope = projectScope(api);
  return {
    ...vitalPaths.useValue(scope),
    /** Stores the paths of the current board. Ignores storage errors. */
    remember: (board: readonly string[]) => {
      // Another tab may have changed the stored paths, and its storage event may not have arrived yet.
      const before = vitalPaths.read(scope);
      const newest = [...board].reverse().filter((path) => !before.seen.includes(path));
      const after = { board: [...board], seen: [...newest, ...before.seen].slice(0, MAX_SEEN) };
      if (JSON.stringify(after) !== JSON.stringify(before)) vitalPaths.write(scope, after);
    },
  };
}

/** Drops invalid paths and duplicates. */
function normalizePaths(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => parsePagePath(text) ?? []))];
}
