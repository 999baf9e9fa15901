import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { listSubscriptions, type Subscription } from "@/contract/subscriptions";
import type { Api } from "@/data/client/api-context";
import { type Collection, createCollection } from "@/data/collection/collection";
import type { RecordPlace } from "@/data/collection/record-store";
import { createCollectionKeeper } from "@/data/collection/use-collection";

/** The two lists of a project: what is delivered, and what was deleted. */
export type SubscriptionView = "active" | "bin";

const VIEWS: readonly SubscriptionView[] = ["active", "bin"];
const keeper = createCollectionKeeper<Subscription>();

/** What the keys of a project's subscriptions begin with. */
export function subscriptionScope(api: Api) {
  return [api.client.connection.id, api.projectId, "subscriptions"] as const;
}

/** The key of a single subscription. */
export function subscriptionKey(api: Api, id: number) {
  return [...subscriptionScope(api), "detail", id] as const;
}

function keyOf(api: Api, view: SubscriptionView) {
  return [...subscriptionScope(api), "all", view] as const;
}

/** All deliveries of a project, or its bin. */
export function subscriptionCollection(
  queries: QueryClient,
  api: Api,
  view: SubscriptionView,
): Collection<Subscription> {
  return keeper.open(queries, keyOf(api, view), () =>
    createCollection<Subscription>({
      idOf: (record) => record.id,
      signals: api.client.signals,
      fetchPage: (page, signal) =>
        api.client.request(listSubscriptions, {
          path: { project_id: api.projectId },
          query: { ...page, ...(view === "bin" && { deleted: true }) },
          signal,
        }),
    }),
  );
}

/** The lists of a project that were opened already. */
export function openCollections(queries: QueryClient, api: Api) {
  return VIEWS.flatMap((view) => {
    const collection = keeper.peek(queries, keyOf(api, view));
    return collection === undefined ? [] : [{ view, collection }];
  });
}

/** A record that was loaded with a list, whichever. */
export function findLoaded(queries: QueryClient, api: Api, id: number): Subscription | undefined {
  for (const { collection } of openCollections(queries, api)) {
    const record = collection.find(id);
    if (record !== undefined) return record;
  }
  return undefined;
}

/** Where a record stands in a list that is loaded: enough to put it back exactly there. */
export interface SubscriptionPlace extends RecordPlace<Subscription> {
  readonly view: SubscriptionView;
}

/** Every place a record has in the loaded lists. */
export function placesOf(queries: QueryClient, api: Api, id: number): readonly SubscriptionPlace[] {
  return openCollections(queries, api).flatMap(({ view, collection }) => {
    const place = collection.place(id);
    return place === null ? [] : [{ view, ...place }];
  });
}

/**
 * Moves a record between the deliveries and the bin before the server has answered, and returns the way back.
 * The way back undoes this one move only: others that were made meanwhile stand.
 * @param backTo places from an earlier move, to which the record returns at once
 */
export function moveInLists(
  queries: QueryClient,
  api: Api,
  move: { readonly id: number; readonly deleted: boolean; readonly backTo?: readonly SubscriptionPlace[] },
): () => void {
  const to: SubscriptionView = move.deleted ? "bin" : "active";
  const left = placesOf(queries, api, move.id).filter(({ view }) => view !== to);
  const entered = (move.backTo ?? []).filter(({ view }) => view === to);
  const each = (step: (collection: Collection<Subscription>, view: SubscriptionView) => void) => {
    for (const { collection, view } of openCollections(queries, api)) step(collection, view);
  };
  const shift = (step: number) => each((collection, view) => collection.countBy(view === to ? step : -step));
  const takeOut = (places: readonly SubscriptionPlace[]) =>
    each((collection, view) => places.some((place) => place.view === view) && collection.takeOut(move.id));
  const putIn = (places: readonly SubscriptionPlace[]) =>
    each((collection, view) => {
      for (const place of places) if (place.view === view) collection.insert(place);
    });
  takeOut(left);
  putIn(entered);
  shift(1);
  return () => {
    takeOut(entered);
    putIn(left);
    shift(-1);
  };
}

/** Shows a new record, or one that has come to another list, on top: where it belongs only servers know. */
export function showOnTop(queries: QueryClient, api: Api, record: Subscription): void {
  const to: SubscriptionView = record.deleted ? "bin" : "active";
  const collection = keeper.peek(queries, keyOf(api, to));
  if (collection === undefined || collection.get().count === null) return;
  if (collection.find(record.id) === undefined) collection.insert({ index: 0, record });
  else collection.replace(record);
}

/** Counts a new record in the list it belongs to. */
export function countNew(queries: QueryClient, api: Api, record: Subscription): void {
  keeper.peek(queries, keyOf(api, record.deleted ? "bin" : "active"))?.countBy(1);
}

/** Shows the served record in every loaded list that has it. */
export function replaceInLists(queries: QueryClient, api: Api, record: Subscription): void {
  for (const { collection } of openCollections(queries, api)) collection.replace(record);
}

const NOTHING = { subscribe: () => () => undefined, get: () => null };

/** The server's count of a list that was opened already; null for another one, which nobody asked for. */
export function useLoadedCount(queries: QueryClient, api: Api, view: SubscriptionView): number | null {
  const { subscribe, get } = keeper.peek(queries, keyOf(api, view)) ?? NOTHING;
  return useSyncExternalStore(subscribe, () => get()?.count ?? null);
}
