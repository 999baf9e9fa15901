import { useSyncExternalStore } from "react";
import type { Client } from "@/http/client";
import type { ConnectionStatusState } from "@/http/connection-status";
import { useApi } from "./api-context";

/** What the answers have told about a connection as a whole, kept up to date. */
export function useConnectionStatus(client: Client): ConnectionStatusState {
  return useSyncExternalStore(client.connectionStatus.subscribe, client.connectionStatus.get);
}

/** Why something that needs `scope` cannot be done, once the server has said so; else undefined. */
export function useMissingScopeMessage(scope: string): string | undefined {
  const { missingScopes } = useConnectionStatus(useApi().client);
  return missingScopes.has(scope) ? missingScopeMessage(scope) : undefined;
}

/** Says that the key lacks a scope. */
export function missingScopeMessage(scope: string): string {
  return `The API key is missing the scope ${scope}.`;
}
