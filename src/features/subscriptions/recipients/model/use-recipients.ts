import { useEffect, useSyncExternalStore } from "react";
import type { Subscription } from "@/contract/subscriptions";
import type { Collection } from "@/data/collection/collection";
import { runCooperatively } from "@/lib/scheduler/cooperative-task";
import { createRecipientIndex, type Recipient } from "./recipient-index";

/** The recipients of a collection as far as they are made out. */
interface RecipientList {
  readonly rows: readonly Recipient[];
  /** The deliveries they were made of. */
  readonly records: readonly Subscription[];
  readonly error: unknown;
}

interface RecipientStore {
  readonly get: () => RecipientList;
  readonly subscribe: (listener: () => void) => () => void;
  /** Takes newer deliveries, or the same ones at a later time (ms since 1970). */
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

  // Each update runs to its end: the book is kept when the page is left, and the next one has less to do.
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      while (pendingUpdate !== null) {
        const { records, now } = pendingUpdate;
        pendingUpdate = null;
        setList({ rows: await runCooperatively(recipientIndex.update(records, now)), records, error: null });
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
  const source = STORES.get(collection) ?? createRecipientStore();
  STORES.set(collection, source);
  return source;
}

interface RecipientsResult {
  readonly rows: readonly Recipient[];
  /** Deliveries the rows were made of. */
  readonly indexedCount: number;
  /** The rows are still those of fewer or older deliveries. */
  readonly isBusy: boolean;
}

/** The recipients of the loaded deliveries, made out in slices that leave the page free, and kept for the next visit. */
export function useRecipients(
  collection: Collection<Subscription>,
  records: readonly Subscription[],
  now: Date,
): RecipientsResult {
  const { update, subscribe, get } = getStore(collection);
  const list = useSyncExternalStore(subscribe, get);
  useEffect(() => update(records, now.getTime()), [update, records, now]);
  // Our mistake; the page's boundary tells.
  if (list.error !== null) throw list.error;
  return { rows: list.rows, indexedCount: list.records.length, isBusy: list.records !== records };
}
