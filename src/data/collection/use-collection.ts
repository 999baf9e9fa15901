import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { Api } from "@/data/client/api-context";
import { isResting } from "@/http/errors";
import type { Collection, CollectionState } from "./collection";

interface Entry {
  /** Begins with the connection and the project. */
  readonly key: QueryKey;
  readonly collection: Pick<Collection<unknown>, "stop" | "refreshSoon">;
  readonly forget: () => void;
}

/** One backend has one query client; its collections live as long. */
const ENTRIES = new WeakMap<QueryClient, Map<string, Entry>>();

function entriesOf(queries: QueryClient): Map<string, Entry> {
  const entries = ENTRIES.get(queries) ?? new Map<string, Entry>();
  ENTRIES.set(queries, entries);
  return entries;
}

function isUnder(key: QueryKey, prefix: QueryKey): boolean {
  return prefix.every((part, place) => key[place] === part);
}

/** Keeps the collections of one kind of record. */
export interface CollectionKeeper<Item> {
  /** The collection of a key if there is one already. */
  readonly peek: (queries: QueryClient, key: QueryKey) => Collection<Item> | undefined;
  /** The collection of a key, made on first use. */
  readonly open: (queries: QueryClient, key: QueryKey, make: () => Collection<Item>) => Collection<Item>;
}

/** A keeper with nothing in it. */
export function createCollectionKeeper<Item>(): CollectionKeeper<Item> {
  const kept = new WeakMap<QueryClient, Map<string, Collection<Item>>>();

  function mapOf(queries: QueryClient): Map<string, Collection<Item>> {
    const map = kept.get(queries) ?? new Map<string, Collection<Item>>();
    kept.set(queries, map);
    return map;
  }

  return {
    peek: (queries, key) => kept.get(queries)?.get(JSON.stringify(key)),
    open(queries, key, make) {
      const name = JSON.stringify(key);
      const mine = mapOf(queries);
      const known = mine.get(name);
      if (known !== undefined) return known;
      const collection = make();
      mine.set(name, collection);
      entriesOf(queries).set(name, { key, collection, forget: () => mine.delete(name) });
      return collection;
    },
  };
}

/** Has every loaded collection under a key looked at again where that costs little; a write made it stale. */
export function refreshCollections(queries: QueryClient, prefix: QueryKey, isOutcomeKnown: boolean): void {
  for (const { key, collection } of entriesOf(queries).values()) {
    if (isUnder(key, prefix)) collection.refreshSoon(isOutcomeKnown);
  }
}

/** Forgets the collections of every other project: a hundred thousand records are not kept for a mere return. */
export function enterProject(queries: QueryClient, api: Api): void {
  const project = [api.client.connection.id, api.projectId];
  forgetWhere(queries, (key) => !isUnder(key, project));
}

/** Forgets every collection: the server behind them has other records now. */
export function forgetCollections(queries: QueryClient): void {
  forgetWhere(queries, () => true);
}

function forgetWhere(queries: QueryClient, isMeant: (key: QueryKey) => boolean): void {
  for (const [name, { key, collection, forget }] of entriesOf(queries)) {
    if (!isMeant(key)) continue;
    collection.stop();
    forget();
    entriesOf(queries).delete(name);
  }
}

/** Ends everything that is on its way: the backend is left. */
export function stopCollections(queries: QueryClient): void {
  for (const { collection } of entriesOf(queries).values()) collection.stop();
}

/** Ends what is on its way for a project whose pages were left; what is loaded stays. */
export function leaveProject(queries: QueryClient, api: Api): void {
  const project = [api.client.connection.id, api.projectId];
  for (const { key, collection } of entriesOf(queries).values()) if (isUnder(key, project)) collection.stop();
}

/** Goes on with what a lost connection has stopped. */
function resumeFailed({
  get,
  resume,
  refresh,
}: Pick<Collection<unknown>, "get" | "resume" | "refresh">): void {
  const { phase, error } = get();
  if (error === null || isResting(error)) return;
  if (phase === "failed") resume();
  else refresh();
}

/** The collection as it is, loading while a page shows it. */
export function useCollection<Item>(collection: Collection<Item>): CollectionState<Item> {
  useEffect(() => {
    collection.start();
    const goOn = () => resumeFailed(collection);
    window.addEventListener("online", goOn);
    return () => window.removeEventListener("online", goOn);
  }, [collection]);
  return useSyncExternalStore(collection.subscribe, collection.get);
}
