import type { QueryKey } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { isThrottled } from "@/api/errors";
import { type Api, type Backend, defineStore, projectKey } from "@/data/backend/backend";
import type { Collection, CollectionState } from "./collection";

interface CachedCollection<Item> {
  /** Query key that starts with the connection and project. */
  readonly key: QueryKey;
  readonly collection: Item;
}

type AnyCollection = Pick<Collection<unknown>, "stop" | "scheduleRefresh">;

/** The collections of all caches. */
const getCaches = defineStore((backend) => {
  const caches = new Set<Map<string, CachedCollection<AnyCollection>>>();
  backend.signal.addEventListener("abort", () => {
    for (const { collection } of listCollections(backend, [])) collection.stop();
  });
  return caches;
});

/** Defines a list. `open` returns a project's collection, and creates it on first use. `peek` returns only an open one. */
export function defineCollection<Item, Args extends readonly unknown[] = []>(
  getKey: (api: Api, ...args: Args) => QueryKey,
  create: (api: Api, ...args: Args) => Collection<Item>,
) {
  const getCache = defineStore((backend) => {
    const cache = new Map<string, CachedCollection<Collection<Item>>>();
    getCaches(backend).add(cache);
    return cache;
  });
  const peek = (api: Api, ...args: Args) =>
    getCache(api).get(JSON.stringify(getKey(api, ...args)))?.collection;
  function open(api: Api, ...args: Args): Collection<Item> {
    const key = getKey(api, ...args);
    const collection = peek(api, ...args) ?? create(api, ...args);
    getCache(api).set(JSON.stringify(key), { key, collection });
    return collection;
  }
  return { open, peek };
}

function isUnder(key: QueryKey, prefix: QueryKey): boolean {
  return prefix.every((part, index) => key[index] === part);
}

function* listCollections(backend: Backend, prefix: QueryKey) {
  for (const cache of getCaches(backend))
    for (const cached of cache.values()) if (isUnder(cached.key, prefix)) yield cached;
}

/** Inserts a created record at the top of a list if it is open, or replaces it. */
export function addToCollection<Item>(
  collection: Collection<Item> | undefined,
  id: number | string,
  record: Item,
): void {
  if (collection === undefined) return;
  // The first page is in flight, and may be older than the record.
  if (collection.get().count === null) return collection.scheduleRefresh(true);
  if (collection.find(id) !== undefined) return collection.replace(record);
  collection.insert({ index: 0, record });
  collection.adjustCount(1);
}

/** Schedules a refresh of all loaded collections under a key, after a write. */
export function refreshCollections(backend: Backend, prefix: QueryKey, isOutcomeKnown: boolean): void {
  for (const { collection } of listCollections(backend, prefix)) collection.scheduleRefresh(isOutcomeKnown);
}

/** Drops the collections of all other projects, to free memory. */
export function forgetOtherProjects(api: Api): void {
  forgetMatching(api, (key) => !isUnder(key, projectKey(api)));
}

/** Drops all collections, after the server's data was replaced. */
export function forgetCollections(backend: Backend): void {
  forgetMatching(backend, () => true);
}

function forgetMatching(backend: Backend, matches: (key: QueryKey) => boolean): void {
  for (const cache of getCaches(backend)) {
    for (const [name, { key, collection }] of cache) {
      if (!matches(key)) continue;
      collection.stop();
      cache.delete(name);
    }
  }
}

/** Aborts the requests of a project after its pages were closed. Loaded records remain. */
export function stopProjectCollections(api: Api): void {
  for (const { collection } of listCollections(api, projectKey(api))) collection.stop();
}

/** Returns a collection's state, and loads the collection while the component is mounted. */
export function useCollection<Item>(collection: Collection<Item>): CollectionState<Item> {
  useEffect(() => {
    collection.start();
    const handleOnline = () => {
      const { phase, error } = collection.get();
      if (error === null || isThrottled(error)) return;
      if (phase === "failed") collection.resume();
      else collection.refresh();
    };
    window.addEventListener("online", handleOnline);
    return () => window.removeEventListener("online", handleOnline);
  }, [collection]);
  return useSyncExternalStore(collection.subscribe, collection.get);
}
