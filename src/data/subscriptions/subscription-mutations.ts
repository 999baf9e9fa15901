import { mutationOptions } from "@tanstack/react-query";
import { attachRaw } from "@/api/parsers";
import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { moveBetweenLists, type SubscriptionMove } from "./subscription-moves";
import { loadSubscriptionChanges, subscriptionQueries, subscriptionScope } from "./subscriptions";

/** An edit that was compared with the server's record. */
export interface SubscriptionEdit {
  readonly body: SubscriptionChange;
  /** Record from immediately before the edit. */
  readonly before: Subscription;
  /** Whether the user requested an immediate delivery. Defaults to false. */
  readonly sendsNow?: boolean;
}

export interface SubscriptionRevert {
  readonly id: number;
  readonly body: SubscriptionChange;
  readonly before: Subscription;
  readonly undoes?: string;
}

/**
 * Mutations of subscriptions. All are recorded in the journal. `meta.invalidates` lists the query keys that become
 * stale.
 */
export const subscriptionMutations = {
  create: (api: Api) =>
    mutationOptions({
      mutationKey: [...subscriptionScope(api), "create"],
      mutationFn: async (body: SubscriptionCreation) =>
        (await loadSubscriptionChanges()).createSubscriptionJournaled(api, body),
      meta: { invalidates: [subscriptionScope(api)] },
    }),
  update: (api: Api, id: number) =>
    mutationOptions({
      mutationKey: [...subscriptionScope(api), "update", id],
      mutationFn: async (edit: SubscriptionEdit) =>
        (await loadSubscriptionChanges()).updateSubscriptionJournaled(api, { id, ...edit }),
      meta: { invalidates: [subscriptionScope(api)] },
    }),
  /** Changes the fields of any subscription, for example to undo a change. */
  revert: (api: Api) =>
    mutationOptions({
      mutationKey: [...subscriptionScope(api), "put-back"],
      mutationFn: async ({ id, body, before, undoes }: SubscriptionRevert) =>
        (await loadSubscriptionChanges()).updateSubscriptionJournaled(
          api,
          { id, body, before },
          undoes === undefined ? {} : { undoes },
        ),
      meta: { invalidates: [subscriptionScope(api)] },
    }),
  /**
   * Moves a subscription to Trash or restores it. Optimistic with rollback. Sends no change if the
   * subscription is already in Trash or already restored. Never sends DELETE.
   */
  setDeleted: (api: Api) =>
    mutationOptions({
      mutationKey: [...subscriptionScope(api), "set-deleted"],
      mutationFn: async (move: SubscriptionMove) =>
        (await loadSubscriptionChanges()).moveSubscriptionJournaled(api, move),
      onMutate: async (move) => {
        const { queryClient } = api;
        const { queryKey } = subscriptionQueries.detail(api, move.id);
        // A response in flight would restore the old state. Collections handle such responses themselves.
        await queryClient.cancelQueries({ queryKey });
        const setDeletedFlag = (deleted: boolean | undefined) =>
          queryClient.setQueryData(queryKey, (record) => record && attachRaw(record, { ...record, deleted }));
        const before = queryClient.getQueryData(queryKey);
        const rollback = moveBetweenLists(api, move);
        setDeletedFlag(move.deleted);
        return () => {
          rollback();
          if (before !== undefined) setDeletedFlag(before.deleted);
        };
      },
      onError: (_error, _move, rollback) => rollback?.(),
      meta: { invalidates: [subscriptionScope(api)] },
    }),
};
