import { useEffect, useSyncExternalStore } from "react";
import type { Subscription } from "@/api/subscriptions";
import type { Collection } from "@/data/collection/collection";
import { FIRST_SLICE_MS, runCooperatively, runSlice } from "@/lib/scheduler/cooperative-task";
import type { GroupIndex, SubscriptionGroup } from "./subscription-groups";

interface GroupList<Group> {
  readonly rows: readonly Group[];
  /** Records from which `rows` was computed. */
  readonly records: readonly Subscription[];
  readonly error: unknown;
}

interface GroupStore<Group> {
  readonly get: () => GroupList<Group>;
  /** Whether groups have been requested. */
  readonly isStarted: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** @param now ms since 1970 */
  readonly update: (records: readonly Subscription[], now: number) => void;
}

function createGroupStore<Group extends SubscriptionGroup>(index: GroupIndex<Group>): GroupStore<Group> {
  const listeners = new Set<() => void>();
  const noGroups: GroupList<Group> = { rows: [], records: [], error: null };
  let list = noGroups;
  let pendingUpdate: { readonly records: readonly Subscription[]; readonly now: number } | null = null;
  let isStarted = false;
  let isRunning = false;

  function setList(nextList: GroupList<Group>): void {
    list = nextList;
    for (const listener of listeners) listener();
  }

  // The update continues after the user has left the page, because the next visit uses the same index.
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      while (pendingUpdate !== null) {
        const { records, now } = pendingUpdate;
        pendingUpdate = null;
        const task = index.update(records, now);
        const first = list === noGroups ? runSlice(task, FIRST_SLICE_MS) : null;
        setList({ rows: first ? first.result : await runCooperatively(task), records, error: null });
      }
    } catch (error) {
      setList({ ...list, error });
    }
    isRunning = false;
  }

  return {
    get: () => list,
    isStarted: () => isStarted,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update(records, now) {
      isStarted = true;
      pendingUpdate = { records, now };
      void run();
    },
  };
}

interface SubscriptionGroups<Group> {
  readonly rows: readonly Group[];
  readonly indexedCount: number;
  /** Whether newer records are being indexed. */
  readonly isBusy: boolean;
}

/** Creates functions that group a collection's records in slices. Groups are cached per collection. */
export function createGroups<Group extends SubscriptionGroup>(createIndex: () => GroupIndex<Group>) {
  const stores = new WeakMap<Collection<Subscription>, GroupStore<Group>>();

  function getStore(collection: Collection<Subscription>): GroupStore<Group> {
    const store = stores.get(collection) ?? createGroupStore(createIndex());
    stores.set(collection, store);
    return store;
  }

  /** Groups the loaded records. Sends no request. */
  async function readGroups(collection: Collection<Subscription>, now: number): Promise<readonly Group[]> {
    const { update, subscribe, get } = getStore(collection);
    const { records } = collection.get();
    if (get().records !== records) {
      await new Promise<void>((resolve) => {
        const unsubscribe = subscribe(() => {
          unsubscribe();
          resolve();
        });
        update(records, now);
      });
    }
    return get().rows;
  }

  function useGroups(
    collection: Collection<Subscription>,
    records: readonly Subscription[],
    now: Date,
  ): SubscriptionGroups<Group> {
    const { isStarted, update, subscribe, get } = getStore(collection);
    // Updates during the first render, so that this render already has the rows of a short list.
    if (!isStarted()) update(records, now.getTime());
    const list = useSyncExternalStore(subscribe, get);
    useEffect(() => update(records, now.getTime()), [update, records, now]);
    // Only a bug can cause an indexing error. The error boundary shows it.
    if (list.error !== null) throw list.error;
    return { rows: list.rows, indexedCount: list.records.length, isBusy: list.records !== records };
  }

  return { useGroups, readGroups };
}
