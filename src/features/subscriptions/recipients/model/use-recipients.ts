import { useLayoutEffect, useSyncExternalStore } from "react";
import type { Subscription } from "@/contract/subscriptions";
import type { Collection } from "@/data/collection/collection";
import { FIRST_SLICE_MS, runCooperatively, runSlice } from "@/lib/scheduler/cooperative-task";
import { createRecipientIndex, type Recipient } from "./recipient-index";

interface RecipientList {
  readonly rows: readonly Recipient[];
  /** The indexed records. */
  readonly records: readonly Subscription[];
  readonly error: unknown;
}

interface RecipientStore {
  readonly get: () => RecipientList;
  readonly subscribe: (listener: () => void) => () => void;
  /** @param now ms since 1970 */
  readonly update: (records: readonly Subscription[], now: number) => void;
}

const NO_RECIPIENTS: RecipientList = { rows: [], records: [], error: null };

function createRecipientStore(): RecipientStore {
  const recipientIndex = createRecipientIndex();
  const listeners = new Set<() => void>();
  let list = NO_RECIPIENTS;
  let pendingUpdate: { readonly records: readonly Subscription[]; readonly now: number } | null = null;
  let isRunning = false;

  function setList(nextList: RecipientList): void {
    list = nextList;
    for (const listener of listeners) listener();
  }

  // Updates also finish after the page is left. The index is reused on the next visit.
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      while (pendingUpdate !== null) {
        const { records, now } = pendingUpdate;
        pendingUpdate = null;
        const task = recipientIndex.update(records, now);
        const first = list === NO_RECIPIENTS ? runSlice(task, FIRST_SLICE_MS) : null;
        setList({ rows: first ? first.result : await runCooperatively(task), records, error: null });
      }
    } catch (error) {
      setList({ ...list, error });
    }
    isRunning = false;
  }

  return {
    get: () => list,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update(records, now) {
      pendingUpdate = { records, now };
      void run();
    },
  };
}

const STORES = new WeakMap<Collection<Subscription>, RecipientStore>();

function getStore(collection: Collection<Subscription>): RecipientStore {
  const store = STORES.get(collection) ?? createRecipientStore();
  STORES.set(collection, store);
  return store;
}

interface RecipientsResult {
  readonly rows: readonly Recipient[];
  readonly indexedCount: number;
  /** True while newer records are being indexed. */
  readonly isBusy: boolean;
}

/** Indexes the recipients cooperatively. The index is kept per collection. */
export function useRecipients(
  collection: Collection<Subscription>,
  records: readonly Subscription[],
  now: Date,
): RecipientsResult {
  const { update, subscribe, get } = getStore(collection);
  const list = useSyncExternalStore(subscribe, get);
  // Before the first paint, which then already shows the rows of a short list.
  useLayoutEffect(() => update(records, now.getTime()), [update, records, now]);
  // A bug: show it in the error boundary.
  if (list.error !== null) throw list.error;
  return { rows: list.rows, indexedCount: list.records.length, isBusy: list.records !== records };
}
