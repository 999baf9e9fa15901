import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { listSubscriptions, type Subscription } from "@/contract/subscriptions";
import { noteServedRecords } from "@/data/capabilities/capabilities";
import type { Api } from "@/data/client/api-context";
import { type Collection, createCollection } from "@/data/collection/collection";
import type { RecordPosition } from "@/data/collection/record-store";
import { createCollectionCache } from "@/data/collection/use-collection";

/** The server lists deleted subscriptions separately. */
export type SubscriptionView = "active" | "trash";

const VIEWS: readonly SubscriptionView[] = ["active", "trash"];
const collectionCache = createCollectionCache<Subscription>();

/** Query key prefix of a project's subscriptions. */
export function subscriptionScope(api: Api) {
  return [api.client.connection.id, api.projectId, "subscriptions"] as const;
}

export function subscriptionKey(api: Api, id: number) {
  return [...subscriptionScope(api), "detail", id] as const;
}

function collectionKey(api: Api, view: SubscriptionView) {
  return [...subscriptionScope(api), "all", view] as const;
}

/** Returns the project's subscriptions, or its trash. */
export function subscriptionCollection(
  queryClient: QueryClient,
  api: Api,
  view: SubscriptionView,
): Collection<Subscription> {
  return collectionCache.open(queryClient, collectionKey(api, view), () =>
    createCollection<Subscription>({
      getId: (record) => record.id,
      connectionStatus: api.client.connectionStatus,
      async fetchPage(page, signal) {
        const served = await api.client.request(listSubscriptions, {
          path: { project_id: api.projectId },
          query: { ...page, ...(view === "trash" && { deleted: true }) },
          signal,
        });
        noteServedRecords(queryClient, api, served.results);
        return served;
      },
    }),
  );
}

/** Returns the lists that are already open. */
export function openSubscriptionCollections(queryClient: QueryClient, api: Api) {
  return VIEWS.flatMap((view) => {
    const collection = collectionCache.peek(queryClient, collectionKey(api, view));
    return collection === undefined ? [] : [{ view, collection }];
  });
}

/** Finds a record in the open lists. */
export function findCachedSubscription(
  queryClient: QueryClient,
  api: Api,
  id: number,
): Subscription | undefined {
  for (const { collection } of openSubscriptionCollections(queryClient, api)) {
    const record = collection.find(id);
    if (record !== undefined) return record;
  }
  return undefined;
}

/** Position of a record in a loaded list, to restore it there. */
export interface SubscriptionPosition extends RecordPosition<Subscription> {
  readonly view: SubscriptionView;
}

/** Returns where a record is in the open lists, at most once per list. */
export function positionsOf(queryClient: QueryClient, api: Api, id: number): readonly SubscriptionPosition[] {
  return openSubscriptionCollections(queryClient, api).flatMap(({ view, collection }) => {
    const position = collection.position(id);
    return position === null ? [] : [{ view, ...position }];
  });
}

/**
 * Moves a record between the list and Trash optimistically. Returns a rollback function, which doesn't affect later
 * moves. `move.restoreTo` has the positions of an earlier move.
 */
export function moveBetweenLists(
  queryClient: QueryClient,
  api: Api,
  move: {
    readonly id: number;
    readonly deleted: boolean;
    readonly restoreTo?: readonly SubscriptionPosition[];
  },
): () => void {
  const to: SubscriptionView = move.deleted ? "trash" : "active";
  const leavingPositions = positionsOf(queryClient, api, move.id).filter(({ view }) => view !== to);
  const enteringPositions = (move.restoreTo ?? []).filter(({ view }) => view === to);
  const forEachCollection = (
    step: (collection: Collection<Subscription>, view: SubscriptionView) => void,
  ) => {
    for (const { collection, view } of openSubscriptionCollections(queryClient, api)) step(collection, view);
  };
  const adjustCounts = (step: number) =>
    forEachCollection((collection, view) => collection.adjustCount(view === to ? step : -step));
  const removeFrom = (positions: readonly SubscriptionPosition[]) =>
    forEachCollection(
      (collection, view) =>
        positions.some((position) => position.view === view) && collection.remove(move.id),
    );
  const insertAt = (positions: readonly SubscriptionPosition[]) =>
    forEachCollection((collection, view) => {
      for (const position of positions) if (position.view === view) collection.insert(position);
    });
  removeFrom(leavingPositions);
  insertAt(enteringPositions);
  adjustCounts(1);
  return () => {
    removeFrom(enteringPositions);
    insertAt(leavingPositions);
    adjustCounts(-1);
  };
}

/** Inserts a new or moved record at the top. Only the server knows its real position. */
export function prependRecord(queryClient: QueryClient, api: Api, record: Subscription): void {
  const to: SubscriptionView = record.deleted ? "trash" : "active";
  const collection = collectionCache.peek(queryClient, collectionKey(api, to));
  if (collection === undefined || collection.get().count === null) return;
  if (collection.find(record.id) === undefined) collection.insert({ index: 0, record });
  else collection.replace(record);
}

/** Adds a created record to the count of its list, if that is open. The list itself shows it after the next read. */
export function incrementCount(queryClient: QueryClient, api: Api, record: Subscription): void {
  collectionCache.peek(queryClient, collectionKey(api, record.deleted ? "trash" : "active"))?.adjustCount(1);
}

/** Puts the served version of a record into every open list that has it. */
export function replaceRecord(queryClient: QueryClient, api: Api, record: Subscription): void {
  for (const { collection } of openSubscriptionCollections(queryClient, api)) collection.replace(record);
}

const EMPTY_SOURCE = { subscribe: () => () => undefined, get: () => null };

/** Returns the server's count of an open list, otherwise null. Sends no request. */
export function useSubscriptionCount(
  queryClient: QueryClient,
  api: Api,
  view: SubscriptionView,
): number | null {
  const { subscribe, get } = collectionCache.peek(queryClient, collectionKey(api, view)) ?? EMPTY_SOURCE;
  return useSyncExternalStore(subscribe, () => get()?.count ?? null);
}
