import { MutationCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { refreshCollections } from "@/data/collection/use-collection";
import { HttpError, isThrottled } from "@/http/errors";
import { shareStructure } from "./structural-sharing";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** Query keys that a mutation makes stale. A failed one too: what it asked for may have been done all the same. */
      readonly invalidates?: readonly QueryKey[];
    };
  }
}

/** Age in ms up to which what was served is shown without asking again. */
const STALE_TIME_MS = 30_000;

/** Whether the server has clearly said no: then nothing was changed. */
function isDefiniteRejection(error: Error): boolean {
  return error instanceof HttpError && error.status < 500;
}

/** Makes the cache of one backend. Retries are the transport's business, so the cache never repeats anything. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: (_data, error, _variables, _context, mutation) => {
        // Not awaited: the answer is shown at once, the refetch confirms it behind.
        for (const queryKey of mutation.meta?.invalidates ?? []) {
          void client.invalidateQueries({ queryKey });
          refreshCollections(client, queryKey, error === null || isDefiniteRejection(error));
        }
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        // While the server rests, a page that comes later shows the failure there is: asking would prolong the rest.
        retryOnMount: ({ state }) => !isThrottled(state.error),
        staleTime: STALE_TIME_MS,
        networkMode: "always",
        refetchOnWindowFocus: false,
        // Said, because with this network mode it would not be done.
        refetchOnReconnect: ({ state }) => !isThrottled(state.error),
        structuralSharing: shareStructure,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}
