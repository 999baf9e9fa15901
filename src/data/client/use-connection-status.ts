import { useSyncExternalStore } from "react";
import type { Client } from "@/http/client";
import type { ConnectionStatusState } from "@/http/connection-status";
import { useApi } from "./api-context";

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
