import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { isThrottled } from "@/api/errors";
import type { Api } from "@/data/client/api-context";
import type { Collection, CollectionState } from "./collection";

interface RegisteredCollection {
  /** Query key that starts with the connection and project. */
  readonly key: QueryKey;
  readonly collection: Pick<Collection<unknown>, "stop" | "scheduleRefresh">;
  readonly forget: () => void;
}

/** Collections are discarded with the query client of their backend. */
const REGISTRIES = new WeakMap<QueryClient, Map<string, RegisteredCollection>>();

function getRegistry(queryClient: QueryClient): Map<string, RegisteredCollection> {
  const entries = REGISTRIES.get(queryClient) ?? new Map<string, RegisteredCollection>();
  REGISTRIES.set(queryClient, entries);
  return entries;
}

function isUnder(key: QueryKey, prefix: QueryKey): boolean {
  return prefix.every((part, index) => key[index] === part);
}

export interface CollectionCache<Item> {
  readonly peek: (queryClient: QueryClient, key: QueryKey) => Collection<Item> | undefined;
  /** Returns the collection, and creates it on first use. */
  readonly open: (
    queryClient: QueryClient,
    key: QueryKey,
    create: () => Collection<Item>,
  ) => Collection<Item>;
}

export function createCollectionCache<Item>(): CollectionCache<Item> {
  const collectionsByClient = new WeakMap<QueryClient, Map<string, Collection<Item>>>();

  function getCollections(queryClient: QueryClient): Map<string, Collection<Item>> {
    const map = collectionsByClient.get(queryClient) ?? new Map<string, Collection<Item>>();
    collectionsByClient.set(queryClient, map);
    return map;
  }

  return {
    peek: (queryClient, key) => collectionsByClient.get(queryClient)?.get(JSON.stringify(key)),
    open(queryClient, key, create) {
      const name = JSON.stringify(key);
      const collections = getCollections(queryClient);
      const known = collections.get(name);
      if (known !== undefined) return known;
      const collection = create();
      collections.set(name, collection);
      getRegistry(queryClient).set(name, { key, collection, forget: () => collections.delete(name) });
      return collection;
    },
  };
}

/** Schedules a refresh of all loaded collections under a key, after a write. */
export function refreshCollections(
  queryClient: QueryClient,
  prefix: QueryKey,
  isOutcomeKnown: boolean,
): void {
  for (const { key, collection } of getRegistry(queryClient).values()) {
    if (isUnder(key, prefix)) collection.scheduleRefresh(isOutcomeKnown);
  }
}

/** Drops the collections of all other projects, to free memory. */
export function forgetOtherProjects(queryClient: QueryClient, api: Api): void {
  const project = [api.client.connection.id, api.projectId];
  forgetMatching(queryClient, (key) => !isUnder(key, project));
}

/** Drops all collections, after the server's data was replaced. */
export function forgetCollections(queryClient: QueryClient): void {
  forgetMatching(queryClient, () => true);
}

function forgetMatching(queryClient: QueryClient, matches: (key: QueryKey) => boolean): void {
  for (const [name, { key, collection, forget }] of getRegistry(queryClient)) {
    if (!matches(key)) continue;
    collection.stop();
    forget();
    getRegistry(queryClient).delete(name);
  }
}

/** Aborts all requests when the backend is disconnected. */
export function stopCollections(queryClient: QueryClient): void {
  for (const { collection } of getRegistry(queryClient).values()) collection.stop();
}

/** Aborts the requests of a project after its pages were closed. Loaded records remain. */
export function stopProjectCollections(queryClient: QueryClient, api: Api): void {
  const project = [api.client.connection.id, api.projectId];
  for (const { key, collection } of getRegistry(queryClient).values())
    if (isUnder(key, project)) collection.stop();
}

function resumeFailed({
  get,
  resume,
  refresh,
}: Pick<Collection<unknown>, "get" | "resume" | "refresh">): void {
  const { phase, error } = get();
  if (error === null || isThrottled(error)) return;
  if (phase === "failed") resume();
  else refresh();
}

/** Returns a collection's state, and loads the collection while the component is mounted. */
export function useCollection<Item>(collection: Collection<Item>): CollectionState<Item> {
  useEffect(() => {
    collection.start();
    const handleOnline = () => resumeFailed(collection);
    window.addEventListener("online", handleOnline);
    return () => window.removeEventListener("online", handleOnline);
  }, [collection]);
  return useSyncExternalStore(collection.subscribe, collection.get);
}
