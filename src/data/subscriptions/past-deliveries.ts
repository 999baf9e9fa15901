import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { type DeliveryPage, listDeliveries, sendTestDelivery } from "@/api/deliveries";
import { getRequestedWait } from "@/api/errors";
import type { Api } from "@/data/backend/backend";
import { isEndpointMissing, requestOptional } from "@/data/backend/optional-endpoint";
import { sendJournaled } from "@/data/journal/journal";
import { addJitter, boundWait } from "@/lib/time/wait";
import { endQuietSaveProof } from "./quiet-save-proof";
import { subscriptionScope } from "./subscriptions";

const POLL_INTERVAL_MS = 5_000;
/** A delivery that takes longer counts as stuck, so the page isn't polled for it. */
export const MAX_SENDING_MS = 10 * 60_000;

function isBeingSent(page: DeliveryPage | null | undefined): boolean {
  const since = Date.now() - MAX_SENDING_MS;
  return (page?.results ?? []).some(
    ({ status, created_at }) => status === "starting" && Date.parse(created_at ?? "") > since,
  );
}

interface DeliveryPageQuery {
  readonly id: number;
  /** Null for the newest deliveries. */
  readonly cursor: string | null;
}

/** Returns a query for past deliveries. Its data is null if the server doesn't store them. */
export function deliveryPageQuery(api: Api, { id, cursor }: DeliveryPageQuery) {
  return queryOptions({
    queryKey: [...subscriptionScope(api), "deliveries", id, cursor],
    queryFn: async ({ signal }): Promise<DeliveryPage | null> => {
      try {
        return await requestOptional(api.client, listDeliveries, {
          path: { project_id: api.projectId, id },
          query: { ...(cursor !== null && { cursor }) },
          signal,
        });
      } catch (error) {
        if (isEndpointMissing(error)) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) =>
      isBeingSent(state.data) && boundWait(addJitter(getRequestedWait(state.error) ?? 0), POLL_INTERVAL_MS),
  });
}

interface TestDelivery {
  readonly id: number;
  readonly title: string;
}

/** Delivers to all recipients. Recorded in the journal, but can't be undone. */
export function testDeliveryMutation(api: Api) {
  return mutationOptions({
    mutationKey: [...subscriptionScope(api), "test"],
    mutationFn: async ({ id, title }: TestDelivery) => {
      // The test delivery would look like a delivery of the last save.
      endQuietSaveProof(api, id);
      const described = { recordId: id, name: title, changes: [] };
      await sendJournaled(api, {
        intent: { resource: "subscription", kind: "tested", ...described },
        scope: subscriptionScope(api),
        origin: {},
        send: () => api.client.request(sendTestDelivery, { path: { project_id: api.projectId, id } }),
        describeResponse: () => described,
      });
    },
    meta: { invalidates: [[...subscriptionScope(api), "deliveries"]] },
  });
}
