import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "@/data/client/api-context";
import { currentCapabilities, storeCapabilities } from "./capabilities";

/** Stored with the capabilities. No field of a record shows whether its server keeps past deliveries. */
const MISSING_DELIVERIES = "deliveries-missing";

/** Whether the server answered within a day that it has no past deliveries, and thus no test deliveries. */
export function areDeliveriesMissing(queryClient: QueryClient, api: Api): boolean {
  return currentCapabilities(queryClient, api).includes(MISSING_DELIVERIES);
}

/** Remembers for a day that the server has no past deliveries, so that it isn't asked for each record. */
export function noteMissingDeliveries(queryClient: QueryClient, api: Api): void {
  if (areDeliveriesMissing(queryClient, api)) return;
  storeCapabilities(queryClient, api, [...currentCapabilities(queryClient, api), MISSING_DELIVERIES]);
}
