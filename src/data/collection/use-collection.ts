import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { Api } from "@/data/client/api-context";
import { isThrottled } from "@/http/errors";
import type { Collection, CollectionState } from "./collection";

interface RegisteredCollection {
  /** Begins with the connection and the project. */
  readonly key: QueryKey;
  readonly collection: Pick<Collection<unknown>, "stop" | "scheduleRefresh">;
  readonly forget: () => void;
}

/** One backend has one query client; its collections live as long. */
const REGISTRIES = new WeakMap<QueryClient, Map<string, RegisteredCollection>>();

function getRegistry(queryClient: QueryClient): Map<string, RegisteredCollection> {
  const entries = REGISTRIES.get(queryClient) ?? new Map<string, RegisteredCollection>();
  REGISTRIES.set(queryClient, entries);
  return entries;
}

function isUnder(key: QueryKey, prefix: QueryKey): boolean {
  return prefix.every((part, index) => key[index] === part);
}

/** Keeps the collections of one kind of record. */
export interface CollectionCache<Item> {
  /** The collection of a key if there is one already. */
  readonly peek: (queryClient: QueryClient, key: QueryKey) => Collection<Item> | undefined;
  /** The collection of a key, made on first use. */
  readonly open: (
    queryClient: QueryClient,
    key: QueryKey,
    create: () => Collection<Item>,
  ) => Collection<Item>;
}

/** A keeper with nothing in it. */
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

/** Has every loaded collection under a key looked at again where that costs little; a write made it stale. */
export function refreshCollections(
  queryClient: QueryClient,
  prefix: QueryKey,
  isOutcomeKnown: boolean,
): void {
  for (const { key, collection } of getRegistry(queryClient).values()) {
    if (isUnder(key, prefix)) collection.scheduleRefresh(isOutcomeKnown);
  }
}

/** Forgets the collections of every other project: a hundred thousand records are not kept for a mere return. */
export function forgetOtherProjects(queryClient: QueryClient, api: Api): void {
  const project = [api.client.connection.id, api.projectId];
  forgetMatching(queryClient, (key) => !isUnder(key, project));
}

/** Forgets every collection: the server behind them has other records now. */
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

/** Ends everything that is on its way: the backend is left. */
export function stopCollections(queryClient: QueryClient): void {
  for (const { collection } of getRegistry(queryClient).values()) collection.stop();
}

/** Ends what is on its way for a project whose pages were left; what is loaded stays. */
export function stopProjectCollections(queryClient: QueryClient, api: Api): void {
  const project = [api.client.connection.id, api.projectId];
  for (const { key, collection } of getRegistry(queryClient).values())
    if (isUnder(key, project)) collection.stop();
}

/** Goes on with what a lost connection has stopped. */
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

/** The collection as it is, loading while a page shows it. */
export function useCollection<Item>(collection: Collection<Item>): CollectionState<Item> {
  useEffect(() => {
    collection.start();
    const handleOnline = () => resumeFailed(collection);
    window.addEventListener("online", handleOnline);
    return () => window.removeEventListener("online", handleOnline);
  }, [collection]);
  return useSyncExternalStore(collection.subscribe, collection.get);
}
