import { MutationCache, QueryClient, type QueryKey, replaceEqualDeep } from "@tanstack/react-query";
import { HttpError, isThrottled } from "@/api/errors";
import { attachRaw } from "@/api/parsers";
import { refreshCollections } from "@/data/collection/use-collection";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /**
       * Query keys that a mutation makes stale. A failure also invalidates them, because the server may have applied
       * the mutation.
       */
      readonly invalidates?: readonly QueryKey[];
    };
  }
}

const STALE_TIME_MS = 30_000;

/** Whether the server rejected the request without changing anything. */
function isDefiniteRejection(error: Error): boolean {
  return error instanceof HttpError && error.status < 500;
}

/** Creates a backend's query client. The HTTP client retries requests, so queries don't. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: (_data, error, _variables, _context, mutation) => {
        // Not awaited, so that the response appears immediately. The refetch confirms it later.
        for (const queryKey of mutation.meta?.invalidates ?? []) {
          void client.invalidateQueries({ queryKey });
          refreshCollections(client, queryKey, error === null || isDefiniteRejection(error));
        }
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        // A request during the cooldown would extend it.
        retryOnMount: ({ state }) => !isThrottled(state.error),
        staleTime: STALE_TIME_MS,
        networkMode: "always",
        refetchOnWindowFocus: false,
        // The network mode would otherwise disable refetching on reconnect.
        refetchOnReconnect: ({ state }) => !isThrottled(state.error),
        structuralSharing: shareStructure,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * Reuses equal parts of the previous response, to avoid rendering them again. Copied records keep their original
 * JSON.
 */
function shareStructure(before: unknown, after: unknown): unknown {
  const shared: unknown = replaceEqualDeep(before, after);
  return isObject(after) && isObject(shared) ? attachRaw(after, shared) : shared;
}
