import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { keepRaw } from "@/contract/readers";
import {
  createSubscription,
  getSubscription,
  type SubscriptionChange,
  type SubscriptionCreation,
  updateSubscription,
} from "@/contract/subscriptions";
import type { Api } from "@/data/api-context";
import { fieldChanges, noteOwnChange } from "./own-changes";
import {
  countNew,
  moveInLists,
  replaceInLists,
  type SubscriptionPlace,
  showOnTop,
} from "./subscription-collections";

function scopeOf(api: Api) {
  return [api.client.connection.id, api.projectId, "subscriptions"] as const;
}

/** Queries of single subscriptions of one project; whole lists are collections. */
export const subscriptionQueries = {
  all: scopeOf,
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
        showOnTop(client, api, record);
        countNew(client, api, record);
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
        replaceInLists(client, api, record);
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
        const { queryKey } = subscriptionQueries.detail(api, move.id);
        // An answer that is on its way would bring the old state back; a collection knows that by itself.
        await client.cancelQueries({ queryKey });
        const flag = (deleted: boolean) =>
          client.setQueryData(queryKey, (record) => record && keepRaw(record, { ...record, deleted }));
        const before = client.getQueryData(queryKey)?.deleted;
        const putBack = moveInLists(client, api, move);
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
        showOnTop(client, api, record);
      },
      meta: { invalidates: [scopeOf(api)] },
    }),
};
