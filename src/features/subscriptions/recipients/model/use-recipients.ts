import { useEffect, useSyncExternalStore } from "react";
import type { Subscription } from "@/contract/subscriptions";
import type { Collection } from "@/data/collection/collection";
import { runInSlices } from "@/lib/scheduler/cooperative-task";
import { createRecipientBook, type Recipient } from "./recipient-index";

/** The recipients of a collection as far as they are made out. */
interface RecipientList {
  readonly rows: readonly Recipient[];
  /** The deliveries they were made of. */
  readonly records: readonly Subscription[];
  readonly error: unknown;
}

interface RecipientSource {
  readonly get: () => RecipientList;
  readonly subscribe: (listener: () => void) => () => void;
  /** Takes newer deliveries, or the same ones at a later time (ms since 1970). */
  readonly ask: (records: readonly Subscription[], now: number) => void;
}

const NONE: RecipientList = { rows: [], records: [], error: null };

function createSource(): RecipientSource {
  const book = createRecipientBook();
  const listeners = new Set<() => void>();
  let list = NONE;
  let wanted: { readonly records: readonly Subscription[]; readonly now: number } | null = null;
  let isRunning = false;

  function show(next: RecipientList): void {
    list = next;
    for (const listener of listeners) listener();
  }

  // Each update runs to its end: the book is kept when the page is left, and the next one has less to do.
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      while (wanted !== null) {
        const { records, now } = wanted;
        wanted = null;
        show({ rows: await runInSlices(book.update(records, now)), records, error: null });
      }
    } catch (error) {
      show({ ...list, error });
    }
    isRunning = false;
  }

  return {
    get: () => list,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask(records, now) {
      wanted = { records, now };
      void run();
    },
  };
}

const SOURCES = new WeakMap<Collection<Subscription>, RecipientSource>();

function sourceOf(collection: Collection<Subscription>): RecipientSource {
  const source = SOURCES.get(collection) ?? createSource();
  SOURCES.set(collection, source);
  return source;
}

interface UsedRecipients {
  readonly rows: readonly Recipient[];
  /** Deliveries the rows were made of. */
  readonly looked: number;
  /** The rows are still those of fewer or older deliveries. */
  readonly isBusy: boolean;
}

/** The recipients of the loaded deliveries, made out in slices that leave the page free, and kept for the next visit. */
export function useRecipients(
  collection: Collection<Subscription>,
  records: readonly Subscription[],
  now: Date,
): UsedRecipients {
  const { ask, subscribe, get } = sourceOf(collection);
  const list = useSyncExternalStore(subscribe, get);
  useEffect(() => ask(records, now.getTime()), [ask, records, now]);
  // Our mistake; the page's boundary tells.
  if (list.error !== null) throw list.error;
  return { rows: list.rows, looked: list.records.length, isBusy: list.records !== records };
}
