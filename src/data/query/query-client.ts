import { MutationCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { refreshCollections } from "@/data/collection/use-collection";
import { HttpError, isThrottled } from "@/http/errors";
import { shareStructure } from "./structural-sharing";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /**
       * Query keys that a mutation makes stale. They are also invalidated if it fails, because the server may have
       * applied it.
       */
      readonly invalidates?: readonly QueryKey[];
    };
  }
}

const STALE_TIME_MS = 30_000;

/** Whether the server definitely rejected the request, so nothing changed. */
function isDefiniteRejection(error: Error): boolean {
  return error instanceof HttpError && error.status < 500;
}

/** Creates a backend's query client. The transport retries requests, so queries never retry. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: (_data, error, _variables, _context, mutation) => {
        // The refetch isn't awaited, so the response is shown immediately and confirmed later.
        for (const queryKey of mutation.meta?.invalidates ?? []) {
          void client.invalidateQueries({ queryKey });
          refreshCollections(client, queryKey, error === null || isDefiniteRejection(error));
        }
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        // While throttled, another request would extend the cooldown.
        retryOnMount: ({ state }) => !isThrottled(state.error),
        staleTime: STALE_TIME_MS,
        networkMode: "always",
        refetchOnWindowFocus: false,
        // This network mode disables refetching on reconnect by default.
        refetchOnReconnect: ({ state }) => !isThrottled(state.error),
        structuralSharing: shareStructure,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}
