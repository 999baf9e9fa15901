import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { type DeliveryPage, listDeliveries, sendTestDelivery } from "@/contract/deliveries";
import { areDeliveriesMissing, noteMissingDeliveries } from "@/data/capabilities/missing-deliveries";
import type { Api } from "@/data/client/api-context";
import { isEndpointMissing } from "@/data/client/path-prefix";
import { subscriptionScope } from "./subscription-collections";

/** How often a delivery that is being sent is read again, in ms. */
const POLL_INTERVAL_MS = 5_000;
/** A delivery that is still being sent after this time is stuck, and isn't read again. In ms. */
const MAX_SENDING_MS = 10 * 60_000;

function deliveriesKey(api: Api, id: number) {
  return [...subscriptionScope(api), "deliveries", id] as const;
}

function isBeingSent(page: DeliveryPage | null | undefined): boolean {
  const since = Date.now() - MAX_SENDING_MS;
  return (page?.results ?? []).some(
    ({ status, created_at }) => status === "starting" && Date.parse(created_at ?? "") > since,
  );
}

interface DeliveryPageQuery {
  readonly id: number;
  /** Null for all. */
  readonly status: string | null;
  /** Null for the newest deliveries. */
  readonly cursor: string | null;
}

/** A page of past deliveries. Null on a server that keeps none. */
export function deliveryPageQuery(api: Api, { id, status, cursor }: DeliveryPageQuery) {
  return queryOptions({
    queryKey: [...deliveriesKey(api, id), status, cursor],
    queryFn: async ({ client, signal }): Promise<DeliveryPage | null> => {
      if (areDeliveriesMissing(client, api)) return null;
      try {
        return await api.client.request(listDeliveries, {
          path: { project_id: api.projectId, id },
          query: { ...(status !== null && { status }), ...(cursor !== null && { cursor }) },
          signal,
        });
      } catch (error) {
        if (!isEndpointMissing(error)) throw error;
        noteMissingDeliveries(client, api);
        return null;
      }
    },
    refetchInterval: ({ state }) => (isBeingSent(state.data) ? POLL_INTERVAL_MS : false),
  });
}

/** Delivers to all recipients. Not in the journal: it changes no record, and nothing can undo it. */
export function testDeliveryMutation(api: Api, id: number) {
  return mutationOptions({
    mutationKey: [...deliveriesKey(api, id), "test"],
    mutationFn: () => api.client.request(sendTestDelivery, { path: { project_id: api.projectId, id } }),
    meta: { invalidates: [deliveriesKey(api, id)] },
  });
}
