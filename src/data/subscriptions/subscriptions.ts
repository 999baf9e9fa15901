import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { attachRaw } from "@/contract/parsers";
import {
  getSubscription,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionCreation,
} from "@/contract/subscriptions";
import type { Api } from "@/data/client/api-context";
import {
  findCachedSubscription,
  moveBetweenLists,
  type SubscriptionPosition,
  subscriptionKey,
  subscriptionScope,
} from "./subscription-collections";

/** What writes, and notes it in the journal. Its code is fetched when something is about to be written. */
export function loadSubscriptionChanges() {
  return import("./subscription-changes");
}

/** Queries of single subscriptions of one project; whole lists are collections. */
export const subscriptionQueries = {
  all: subscriptionScope,
  detail: (api: Api, id: number) =>
    queryOptions({
      queryKey: subscriptionKey(api, id),
      queryFn: ({ signal }) =>
        api.client.request(getSubscription, { path: { project_id: api.projectId, id }, signal }),
    }),
};

/** A move to the bin or out of it. */
export interface SubscriptionMove {
  readonly id: number;
  readonly deleted: boolean;
  /** The record as it is, for the journal: once it is shown as moved, no list tells. */
  readonly before?: Subscription;
  /** For an undo: where the record stood, so that it stands there again at once. */
  readonly restoreTo?: readonly SubscriptionPosition[];
  /** For an undo: id of the journal's entry that it takes back. */
  readonly undoes?: string;
}

/** An edit that was checked against the record on the server. */
export interface SubscriptionEdit {
  readonly body: SubscriptionChange;
  /** The record as it was read immediately before. */
  readonly before: Subscription;
}

/** What an undo writes. */
export interface SubscriptionRevert {
  readonly id: number;
  readonly body: SubscriptionChange;
  readonly before: Subscription;
  /** Id of the journal's entry that it takes back. */
  readonly undoes: string;
}

/** Writes on the subscriptions of one project, all of them journaled; each declares in `meta` what it makes stale. */
export const subscriptionMutations = {
  create: (api: Api) =>
    mutationOptions({
      mutationKey: [...subscriptionScope(api), "create"],
      mutationFn: async (body: SubscriptionCreation, { client }) =>
        (await loadSubscriptionChanges()).createSubscriptionJournaled(client, api, body),
      meta: { invalidates: [subscriptionScope(api)] },
    }),
  update: (api: Api, id: number) =>
    mutationOptions({
      mutationKey: [...subscriptionScope(api), "update", id],
      mutationFn: async ({ body, before }: SubscriptionEdit, { client }) =>
        (await loadSubscriptionChanges()).updateSubscriptionJournaled(client, api, { id, body, before }),
      meta: { invalidates: [subscriptionScope(api)] },
    }),
  /** Puts fields of a record back as they were: an undo. */
  revert: (api: Api) =>
    mutationOptions({
      mutationKey: [...subscriptionScope(api), "put-back"],
      mutationFn: async ({ id, body, before, undoes }: SubscriptionRevert, { client }) =>
        (await loadSubscriptionChanges()).updateSubscriptionJournaled(
          client,
          api,
          { id, body, before },
          { undoes },
        ),
      meta: { invalidates: [subscriptionScope(api)] },
    }),
  /** The soft delete and its way back, shown at once and taken back when the server refuses. DELETE is never sent. */
  setDeleted: (api: Api) =>
    mutationOptions({
      mutationKey: [...subscriptionScope(api), "set-deleted"],
      mutationFn: async ({ id, deleted, before, undoes }: SubscriptionMove, { client }) => {
        const current =
          before ??
          client.getQueryData<Subscription>(subscriptionKey(api, id)) ??
          findCachedSubscription(client, api, id);
        const { updateSubscriptionJournaled: changeRecorded } = await loadSubscriptionChanges();
        return changeRecorded(
          client,
          api,
          { id, body: { deleted }, before: current && { ...current, deleted: !deleted }, isOptimistic: true },
          undoes === undefined ? {} : { undoes },
        );
      },
      onMutate: async (move, { client }) => {
        const { queryKey } = subscriptionQueries.detail(api, move.id);
        // An answer that is on its way would bring the old state back; a collection knows that by itself.
        await client.cancelQueries({ queryKey });
        const setDeletedFlag = (deleted: boolean) =>
          client.setQueryData(queryKey, (record) => record && attachRaw(record, { ...record, deleted }));
        const before = client.getQueryData(queryKey)?.deleted;
        const rollback = moveBetweenLists(client, api, move);
        setDeletedFlag(move.deleted);
        return () => {
          rollback();
          if (before !== undefined) setDeletedFlag(before);
        };
      },
      onError: (_error, _move, rollback) => rollback?.(),
      meta: { invalidates: [subscriptionScope(api)] },
    }),
};
