import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { type Api, useApi } from "@/data/backend/backend";
import { subscribeStored } from "@/data/browser-storage/local-storage";
import {
  type QuietSaves,
  readCapabilities,
  readQuietSaves,
  writeCapabilities,
} from "@/data/browser-storage/server-memory";
import { measureClockRules, provesUtcRule } from "./clock-rule";
import {
  recordCapabilities,
  type SubscriptionCapabilities,
  toCapabilities,
} from "./subscription-capabilities";

/** Reads capabilities proved by earlier responses. Sends no requests. */
function capabilityQuery({ client }: Api) {
  const connectionId = client.connection.id;
  return queryOptions({
    queryKey: [connectionId, "capabilities"],
    queryFn: () => readCapabilities(connectionId),
    initialData: () => readCapabilities(connectionId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Stores the names of the server's capabilities for a day. */
export function storeCapabilities(api: Api, names: readonly string[]): void {
  api.queryClient.setQueryData(capabilityQuery(api).queryKey, names);
  writeCapabilities(api.client.connection.id, names);
}

export function currentCapabilities(api: Api): readonly string[] {
  return (
    api.queryClient.getQueryData(capabilityQuery(api).queryKey) ?? readCapabilities(api.client.connection.id)
  );
}

/** Returns the server's capabilities. Unknown capabilities are false. */
export function useCapabilities(): SubscriptionCapabilities {
  const { data } = useQuery(capabilityQuery(useApi()));
  return useMemo(() => toCapabilities(data), [data]);
}

/** What is known about the deliveries that the server sends immediately after a save. */
export interface SendingRules {
  readonly acceptsSendTestNow: boolean;
  readonly quietSaves: QuietSaves;
}

export function currentSendingRules(api: Api): SendingRules {
  const { acceptsSendTestNow } = toCapabilities(currentCapabilities(api));
  return { acceptsSendTestNow, quietSaves: readQuietSaves(api.client.connection.id) };
}

export function useSendingRules(): SendingRules {
  const { acceptsSendTestNow } = useCapabilities();
  const connectionId = useApi().client.connection.id;
  const quietSaves = useSyncExternalStore(subscribeStored, () => readQuietSaves(connectionId));
  return useMemo(() => ({ acceptsSendTestNow, quietSaves }), [acceptsSendTestNow, quietSaves]);
}

/**
 * Whether the server is known to compute deliveries in UTC, even after a time change. Servers
 * without newer fields always do (contract). For newer servers, the records must prove it.
 * @param record a record outside the loaded list, or null
 */
export function useHasUtcRule(record: object | null): boolean {
  const { data } = useQuery(capabilityQuery(useApi()));
  const isNewer = toCapabilities(data).canPause || (record !== null && recordCapabilities(record).canPause);
  const rules = new Set([...data, ...measureClockRules(record === null ? [] : [record])]);
  return !isNewer || provesUtcRule(rules);
}
