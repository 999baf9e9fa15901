import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import type { Client } from "@/api/client";
import type { ConnectionStatusState } from "@/api/connection-status";

/** Everything that belongs to a connection. `createBackend` creates it, and `dispose` ends it. */
export interface Backend {
  readonly client: Client;
  readonly queryClient: QueryClient;
  /** See `defineStore`. */
  readonly getStore: <Store>(create: (backend: Backend) => Store) => Store;
  /** Aborted when the backend is disposed. */
  readonly signal: AbortSignal;
  /** Ends lists, bulk jobs, exports, polls and downloads. Changes in flight still get their response. */
  readonly dispose: () => void;
}

/** A project of a backend. */
export interface Api extends Backend {
  readonly projectId: string;
}

/** Returns the key of a part of a project's data, in queries and in databases. */
export function projectKey<Parts extends readonly unknown[]>(
  { client, projectId }: Api,
  ...parts: Parts
): [string, string, ...Parts] {
  return [client.connection.id, projectId, ...parts];
}

/** Defines state that belongs to a connection. The returned function creates a backend's state on first use. */
export function defineStore<Store>(create: (backend: Backend) => Store): (backend: Backend) => Store {
  return ({ getStore }) => getStore(create);
}

const ApiContext = createContext<Api | null>(null);

export function ApiProvider({ api, children }: { readonly api: Api; readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={api.queryClient}>
      <ApiContext value={api}>{children}</ApiContext>
    </QueryClientProvider>
  );
}

/** Returns the current page's backend and project. Throws outside `ApiProvider`. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) throw new Error("useApi needs an ApiProvider above it");
  return api;
}

export function useConnectionStatus(client: Client): ConnectionStatusState {
  return useSyncExternalStore(client.connectionStatus.subscribe, client.connectionStatus.get);
}

/** Returns an error message if the server has reported the scope as missing, otherwise undefined. */
export function useMissingScopeMessage(scope: string): string | undefined {
  const { missingScopes } = useConnectionStatus(useApi().client);
  return missingScopes.has(scope) ? missingScopeMessage(scope) : undefined;
}

export function missingScopeMessage(scope: string): string {
  return `The API key is missing the scope ${scope}.`;
}
