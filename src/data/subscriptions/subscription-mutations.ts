import { mutationOptions } from "@tanstack/react-query";
import type { ReadOptions } from "@/api/client";
import { isOutcomeUnknown } from "@/api/errors";
import { attachRaw } from "@/api/parsers";
import {
  getSubscription,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionCreation,
} from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import type { RecordPosition } from "@/data/collection/record-store";
import type { ChangeOrigin } from "@/data/journal/journal-entry";
import { upperFirst } from "@/lib/text/normalize-text";
import {
  loadSubscriptionChanges,
  openSubscriptionCollections,
  type SubscriptionView,
  subscriptionKey,
  subscriptionQueries,
  subscriptionScope,
} from "./subscriptions";

export interface SubscriptionUpdate {
  readonly id: number;
  readonly body: SubscriptionChange;
  /** Record from immediately before the change. */
  readonly before: Subscription;
  /** Whether the user requested an immediate delivery. Defaults to false. */
  readonly sendsNow?: boolean;
  /** Whether the caller has already moved the record between the lists. */
  readonly isOptimistic?: boolean;
}

/** Mutations of subscriptions. All are recorded in the journal. */
export const subscriptionMutations = {
  create: (api: Api) =>
    mutationOptions({
      mutationKey: [...subscriptionScope(api), "create"],
      mutationFn: async (body: SubscriptionCreation) =>
        (await loadSubscriptionChanges()).createSubscriptionJournaled(api, body),
      meta: { invalidates: [subscriptionScope(api)] },
    }),
  update: (api: Api) =>
    mutationOptions({
      mutationKey: [...subscriptionScope(api), "update"],
      mutationFn: async ({ origin, ...update }: SubscriptionUpdate & { readonly origin?: ChangeOrigin }) =>
        (await loadSubscriptionChanges()).updateSubscriptionJournaled(api, update, origin),
      meta: { invalidates: [subscriptionScope(api)] },
    }),
  /** Optimistic with rollback. Sends no change if it was already made. Never sends DELETE. */
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

/** A record's position in a loaded list, to restore it there. */
interface SubscriptionPosition extends RecordPosition<Subscription> {
  readonly view: SubscriptionView;
}

export interface SubscriptionMove {
  readonly id: number;
  readonly deleted: boolean;
  /** Record from immediately before the move. If undefined, the move reads it. */
  readonly before?: Subscription | undefined;
  readonly restoreTo?: readonly SubscriptionPosition[];
  readonly undoes?: string;
}

/** Returns a record's positions in the open lists. */
export function positionsOf(api: Api, id: number): readonly SubscriptionPosition[] {
  return openSubscriptionCollections(api).flatMap(({ view, collection }) => {
    const position = collection.position(id);
    return position === null ? [] : [{ view, ...position }];
  });
}

/**
 * Moves a record between the active list and Trash optimistically. Returns a rollback function that doesn't affect
 * later moves. `move.restoreTo` contains the positions from an earlier move.
 */
export function moveBetweenLists(
  api: Api,
  move: Pick<SubscriptionMove, "id" | "deleted" | "restoreTo">,
): () => void {
  const to: SubscriptionView = move.deleted ? "trash" : "active";
  const leaving = positionsOf(api, move.id).filter(({ view }) => view !== to);
  const entering = (move.restoreTo ?? []).filter(({ view }) => view === to);
  function apply(
    removed: readonly SubscriptionPosition[],
    inserted: readonly SubscriptionPosition[],
    step: number,
  ): void {
    for (const { collection, view } of openSubscriptionCollections(api)) {
      if (removed.some((position) => position.view === view)) collection.remove(move.id);
      for (const position of inserted) if (position.view === view) collection.insert(position);
      collection.adjustCount(view === to ? step : -step);
    }
  }
  apply(leaving, entering, 1);
  return () => apply(entering, leaving, -1);
}

/**
 * Inserts a moved record at the top, because only the server knows its position. Removes it from the other list, where
 * an earlier move may have inserted it.
 */
export function prependRecord(api: Api, record: Subscription): void {
  const to: SubscriptionView = record.deleted ? "trash" : "active";
  for (const { collection, view } of openSubscriptionCollections(api)) {
    if (view !== to) collection.remove(record.id);
    else if (collection.find(record.id) !== undefined) collection.replace(record);
    else if (collection.get().count !== null) collection.insert({ index: 0, record });
  }
}

/** Reads a record from the server, and updates it in the open lists and in the cache of its page. */
export async function readSubscriptionNow(
  api: Api,
  id: number,
  options: ReadOptions = {},
): Promise<Subscription> {
  const queryKey = subscriptionKey(api, id);
  // A response in flight may be older than the record that is read next.
  await api.queryClient.cancelQueries({ queryKey });
  const path = { project_id: api.projectId, id };
  const record = await api.client.request(getSubscription, { path, ...options });
  api.queryClient.setQueryData(queryKey, record);
  replaceRecord(api, record);
  return record;
}

/** Replaces a record with the server's version in every open list. */
export function replaceRecord(api: Api, record: Subscription): void {
  for (const { collection } of openSubscriptionCollections(api)) collection.replace(record);
}

/** Returns the title for a failed change. Doesn't claim a failure if the outcome is unknown. */
export function changeFailureTitle(error: unknown, subject: string, participle: string): string {
  return isOutcomeUnknown(error)
    ? `Couldn't confirm that ${subject} was ${participle}`
    : `${upperFirst(subject)} wasn't ${participle}`;
}

/** Returns the toast for a change that wasn't sent, because someone else had already made it. */
export function alreadyChangedMessage(subject: string, participle: string) {
  return { title: `${subject} was already ${participle}`, detail: "No change was needed." };
}
