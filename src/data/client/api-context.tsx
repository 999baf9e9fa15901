import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import type { Client } from "@/api/client";
import type { ConnectionStatusState } from "@/api/connection-status";

export interface Api {
  readonly client: Client;
  readonly projectId: string;
}

const ApiContext = createContext<Api | null>(null);

export function ApiProvider({ api, children }: { readonly api: Api; readonly children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** Returns the current page's client and project. Throws outside `ApiProvider`. */
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
