import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "@/data/client/api-context";
import { currentCapabilities, storeCapabilities } from "./capabilities";

/** Stored with the capabilities, because no record field shows whether the server has past deliveries. */
const MISSING_DELIVERIES = "deliveries-missing";

/** Whether a response in the last day showed that the server doesn't support past deliveries, nor test deliveries. */
export function areDeliveriesMissing(queryClient: QueryClient, api: Api): boolean {
  return currentCapabilities(queryClient, api).includes(MISSING_DELIVERIES);
}

/** Stores for a day that the server doesn't support past deliveries, so that they aren't requested for each record. */
export function noteMissingDeliveries(queryClient: QueryClient, api: Api): void {
  if (areDeliveriesMissing(queryClient, api)) return;
  storeCapabilities(queryClient, api, [...currentCapabilities(queryClient, api), MISSING_DELIVERIES]);
}
