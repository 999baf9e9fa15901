import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { keepRaw } from "@/contract/readers";
import {
  createSubscription,
  getSubscription,
  listSubscriptions,
  type SubscriptionChange,
  type SubscriptionCreation,
  updateSubscription,
} from "@/contract/subscriptions";
import type { Api } from "@/data/api-context";
import { fieldChanges, noteOwnChange } from "./own-changes";
import { addToLists, moveInLists, replaceInLists, type SubscriptionPlace } from "./subscription-cache";

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

function isSameView(previous: unknown, filters: SubscriptionListFilters): boolean {
  return (
    typeof previous === "object" &&
    previous !== null &&
    "deleted" in previous &&
    previous.deleted === filters.deleted
  );
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
      // While the next page loads the last one stays, but never the bin's records in place of the active ones.
      placeholderData: (previous, previousQuery) =>
        isSameView(previousQuery?.queryKey.at(-1), filters) ? previous : undefined,
    }),
  detail: (api: Api, id: number) =>
    queryOptions({
      queryKey: [...scopeOf(api), "detail", id],
      queryFn: ({ signal }) =>
        api.client.request(getSubscription, { path: { project_id: api.projectId, id }, signal }),
    }),
};

/** A move to the bin or out of it. */
export interface SubscriptionMove {
  readonly id: number;
  readonly deleted: boolean;
  /** For an undo: where the record stood, so that it stands there again at once. */
  readonly backTo?: readonly SubscriptionPlace[];
}

/** Writes on the subscriptions of one project; each declares in `meta` what it makes stale. */
export const subscriptionMutations = {
  create: (api: Api) =>
    mutationOptions({
      mutationKey: [...scopeOf(api), "create"],
      mutationFn: (body: SubscriptionCreation) =>
        api.client.request(createSubscription, { path: { project_id: api.projectId }, body }),
      onSuccess: (record, _body, _none, { client }) => {
        client.setQueryData(subscriptionQueries.detail(api, record.id).queryKey, record);
        addToLists(client, subscriptionQueries.lists(api), record);
        noteOwnChange(client, api, record.id, { kind: "created", fields: [] });
      },
      meta: { invalidates: [scopeOf(api)] },
    }),
  update: (api: Api, id: number) =>
    mutationOptions({
      mutationKey: [...scopeOf(api), "update", id],
      mutationFn: (body: SubscriptionChange) =>
        api.client.request(updateSubscription, { path: { project_id: api.projectId, id }, body }),
      onSuccess: (record, body, _none, { client }) => {
        const { queryKey } = subscriptionQueries.detail(api, id);
        const fields = fieldChanges(client.getQueryData(queryKey), body, record);
        noteOwnChange(client, api, id, { kind: "changed", fields });
        client.setQueryData(queryKey, record);
        replaceInLists(client, subscriptionQueries.lists(api), record);
      },
      meta: { invalidates: [scopeOf(api)] },
    }),
  /** The soft delete and its way back, shown at once and taken back when the server refuses. DELETE is never sent. */
  setDeleted: (api: Api) =>
    mutationOptions({
      mutationKey: [...scopeOf(api), "set-deleted"],
      mutationFn: ({ id, deleted }: SubscriptionMove) =>
        api.client.request(updateSubscription, {
          path: { project_id: api.projectId, id },
          body: { deleted },
        }),
      onMutate: async (move, { client }) => {
        // An answer that is on its way would bring the old state back.
        await client.cancelQueries({ queryKey: subscriptionQueries.all(api) });
        const { queryKey } = subscriptionQueries.detail(api, move.id);
        const flag = (deleted: boolean) =>
          client.setQueryData(queryKey, (record) => record && keepRaw(record, { ...record, deleted }));
        const before = client.getQueryData(queryKey)?.deleted;
        const putBack = moveInLists(client, subscriptionQueries.lists(api), move);
        flag(move.deleted);
        return () => {
          putBack();
          if (before !== undefined) flag(before);
        };
      },
      onError: (_error, _move, putBack) => putBack?.(),
      onSuccess: (record, move, _putBack, { client }) => {
        noteOwnChange(client, api, record.id, { kind: move.deleted ? "deleted" : "restored", fields: [] });
        client.setQueryData(subscriptionQueries.detail(api, record.id).queryKey, record);
      },
      meta: { invalidates: [scopeOf(api)] },
    }),
};
