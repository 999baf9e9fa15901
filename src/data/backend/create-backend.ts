import { MutationCache, QueryClient, type QueryKey, replaceEqualDeep } from "@tanstack/react-query";
import type { Client } from "@/api/client";
import { HttpError, isThrottled } from "@/api/errors";
import { attachRaw } from "@/api/parsers";
import type { Backend } from "@/data/backend/backend";
import { refreshCollections } from "@/data/collection/use-collection";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** Query keys that a mutation makes stale, also by a failure, because the server may have applied it. */
      readonly invalidates?: readonly QueryKey[];
    };
  }
}

const STALE_TIME_MS = 30_000;

/** Whether the server rejected the request without changing anything. */
function isDefiniteRejection(error: Error): boolean {
  return error instanceof HttpError && error.status < 500;
}

/** Creates the backend of a connection. */
export function createBackend(client: Client): Backend {
  const stores = new Map<unknown, unknown>();
  const disposal = new AbortController();
  const queryClient = createQueryClient(() => backend);
  const backend: Backend = {
    client,
    queryClient,
    getStore<Store>(create: (owner: Backend) => Store): Store {
      if (!stores.has(create)) stores.set(create, create(backend));
      return stores.get(create) as Store;
    },
    signal: disposal.signal,
    dispose() {
      disposal.abort();
      queryClient.clear();
    },
  };
  return backend;
}

/** Creates a query client. The HTTP client retries requests, so queries don't. */
export function createQueryClient(getBackend?: () => Backend): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: (_data, error, _variables, _context, mutation) => {
        // Not awaited, so that the response appears immediately. The refetch confirms it later.
        for (const queryKey of mutation.meta?.invalidates ?? []) {
          void queryClient.invalidateQueries({ queryKey });
          if (getBackend)
            refreshCollections(getBackend(), queryKey, error === null || isDefiniteRejection(error));
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
  return queryClient;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Reuses equal parts of the previous response, to avoid rendering them again. Copied records keep their raw JSON. */
function shareStructure(before: unknown, after: unknown): unknown {
  const shared: unknown = replaceEqualDeep(before, after);
  return isObject(after) && isObject(shared) ? attachRaw(after, shared) : shared;
}
