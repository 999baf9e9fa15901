import { queryOptions } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { attachRaw } from "@/api/parsers";
import { getSubscription, listSubscriptions, type Subscription } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { type Collection, createCollection } from "@/data/collection/collection";
import { createCollectionCache } from "@/data/collection/use-collection";
import { runWhenIdle } from "@/lib/scheduler/run-when-idle";

/** The server lists deleted subscriptions separately. */
export type SubscriptionView = "active" | "trash";

const VIEWS: readonly SubscriptionView[] = ["active", "trash"];
export const collectionCache = createCollectionCache<Subscription>();

export function subscriptionScope(api: Api) {
  return [api.client.connection.id, api.projectId, "subscriptions"] as const;
}

export function subscriptionKey(api: Api, id: number) {
  return [...subscriptionScope(api), "detail", id] as const;
}

export function collectionKey(api: Api, view: SubscriptionView) {
  return [...subscriptionScope(api), "all", view] as const;
}

/** Returns the collection of a project's active or deleted subscriptions. */
export function subscriptionCollection(api: Api, view: SubscriptionView): Collection<Subscription> {
  return collectionCache.open(api, collectionKey(api, view), () =>
    createCollection<Subscription>({
      getId: (record) => record.id,
      client: api.client,
      async fetchPage(page, signal) {
        const served = await api.client.request(listSubscriptions, {
          path: { project_id: api.projectId },
          query: { ...page, ...(view === "trash" && { deleted: true }) },
          signal,
        });
        // Rendering the rows takes precedence. If this code fails to load, the next page of records tries again.
        runWhenIdle(() => {
          import("@/data/capabilities/note-served-records").then(
            ({ noteServedRecords }) => noteServedRecords(api, served.results),
            () => undefined,
          );
        });
        return { ...served, results: markDeleted(view, served.results) };
      },
    }),
  );
}

/** Marks the rows of Trash as deleted if the server doesn't return `deleted`. They would seem active. */
export function markDeleted(view: SubscriptionView, rows: readonly Subscription[]): readonly Subscription[] {
  if (view === "active") return rows;
  return rows.map((row) => (row.deleted === undefined ? attachRaw(row, { ...row, deleted: true }) : row));
}

export function openSubscriptionCollections(api: Api) {
  return VIEWS.flatMap((view) => {
    const collection = collectionCache.peek(api, collectionKey(api, view));
    return collection === undefined ? [] : [{ view, collection }];
  });
}

/** Returns a record from the open lists. Sends no request. */
export function findCachedSubscription(api: Api, id: number): Subscription | undefined {
  for (const { collection } of openSubscriptionCollections(api)) {
    const record = collection.find(id);
    if (record !== undefined) return record;
  }
  return undefined;
}

const EMPTY_SOURCE = { subscribe: () => () => undefined, get: () => null };

/** Returns the server's count for an open list, or null. Sends no request. */
export function useSubscriptionCount(api: Api, view: SubscriptionView): number | null {
  const { subscribe, get } = collectionCache.peek(api, collectionKey(api, view)) ?? EMPTY_SOURCE;
  return useSyncExternalStore(subscribe, () => get()?.count ?? null);
}

export const OUTDATED_LIST_MESSAGE = "The list of subscriptions may be out of date.";

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
