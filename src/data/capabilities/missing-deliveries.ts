import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "@/data/client/api-context";
import { currentCapabilities, storeCapabilities } from "./capabilities";

/**
 * Stored with the capabilities. Set when the endpoint for past deliveries is missing, because no
 * record field shows whether the server supports them.
 */
const MISSING_DELIVERIES = "deliveries-missing";

/**
 * Whether a response in the last day showed that the server doesn't support past deliveries. If so, it doesn't
 * support test deliveries either.
 */
export function areDeliveriesMissing(queryClient: QueryClient, api: Api): boolean {
  return currentCapabilities(queryClient, api).includes(MISSING_DELIVERIES);
}

/** Remembers for a day that the server doesn't support past deliveries, to save a request per record. */
export function noteMissingDeliveries(queryClient: QueryClient, api: Api): void {
  if (areDeliveriesMissing(queryClient, api)) return;
  storeCapabilities(queryClient, api, [...currentCapabilities(queryClient, api), MISSING_DELIVERIES]);
}
