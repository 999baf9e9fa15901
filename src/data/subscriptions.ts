import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import {
  createSubscription,
  getSubscription,
  listSubscriptions,
  type SubscriptionChange,
  type SubscriptionCreation,
  updateSubscription,
} from "@/contract/subscriptions";
import type { Api } from "@/data/api-context";

/** Which page of which list: `offset` counts records from 0. */
export interface SubscriptionListFilters {
  readonly limit: number;
  readonly offset: number;
  /** True for the bin. */
  readonly deleted: boolean;
}

function scopeOf(api: Api) {
  return [api.client.connection.id, api.projectId, "subscriptions"] as const;
}

/** Queries of the subscriptions of one project. */
export const subscriptionQueries = {
  all: scopeOf,
  lists: (api: Api) => [...scopeOf(api), "list"] as const,
  list: (api: Api, filters: SubscriptionListFilters) =>
    queryOptions({
      queryKey: [...scopeOf(api), "list", filters],
      queryFn: ({ signal }) =>
        api.client.request(listSubscriptions, {
          path: { project_id: api.projectId },
          query: { limit: filters.limit, offset: filters.offset, ...(filters.deleted && { deleted: true }) },
          signal,
        }),
      placeholderData: keepPreviousData,
    }),
  detail: (api: Api, id: number) =>
    queryOptions({
      queryKey: [...scopeOf(api), "detail", id],
      queryFn: ({ signal }) =>
        api.client.request(getSubscription, { path: { project_id: api.projectId, id }, signal }),
    }),
};

/** Writes on the subscriptions of one project; each declares in `meta` what it makes stale. */
export const subscriptionMutations = {
  create: (api: Api) =>
    mutationOptions({
      mutationKey: [...scopeOf(api), "create"],
      mutationFn: (body: SubscriptionCreation) =>
        api.client.request(createSubscription, { path: { project_id: api.projectId }, body }),
      meta: { invalidates: [scopeOf(api)] },
    }),
  update: (api: Api, id: number) =>
    mutationOptions({
      mutationKey: [...scopeOf(api), "update", id],
      mutationFn: (body: SubscriptionChange) =>
        api.client.request(updateSubscription, { path: { project_id: api.projectId, id }, body }),
      meta: { invalidates: [scopeOf(api)] },
    }),
};
