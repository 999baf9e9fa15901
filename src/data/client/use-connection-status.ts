import { useSyncExternalStore } from "react";
import type { Client } from "@/http/client";
import type { SignalState } from "@/http/connection-status";
import { useApi } from "./api-context";

/** What the answers have told about a connection as a whole, kept up to date. */
export function useSignals(client: Client): SignalState {
  return useSyncExternalStore(client.signals.subscribe, client.signals.get);
}

/** Why something that needs `scope` cannot be done, once the server has said so; else undefined. */
export function useScopeRefusal(scope: string): string | undefined {
  const { missingScopes } = useSignals(useApi().client);
  return missingScopes.has(scope) ? missingScopeWords(scope) : undefined;
}

/** Says that the key lacks a scope. */
export function missingScopeWords(scope: string): string {
  return `The key lacks the scope ${scope}.`;
}
