import { queryOptions } from "@tanstack/react-query";
import { getSubscription } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { subscriptionKey, subscriptionScope } from "./subscription-collections";

export function loadSubscriptionChanges() {
  return import("./subscription-changes");
}

/** Queries for single subscriptions. Lists are collections. */
export const subscriptionQueries = {
  all: subscriptionScope,
  detail: (api: Api, id: number) =>
    queryOptions({
      queryKey: subscriptionKey(api, id),
      queryFn: ({ signal }) =>
        api.client.request(getSubscription, { path: { project_id: api.projectId, id }, signal }),
    }),
};
