import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { BulkRun } from "./bulk-run";

/** The runs of one backend since the page was loaded. */
export interface BulkRuns {
  /** Newest first. */
  readonly runs: readonly BulkRun[];
  /** The one a person looks at. */
  readonly shown: BulkRun | null;
  /** One that is to be shown from wherever the person is. */
  readonly asked: BulkRun | null;
}

const MOST_KEPT = 10;

interface Store {
  state: BulkRuns;
  readonly listeners: Set<() => void>;
}

/** One backend has one query client; its runs live as long. */
const STORES = new WeakMap<QueryClient, Store>();

function storeOf(queries: QueryClient): Store {
  const store = STORES.get(queries) ?? {
    state: { runs: [], shown: null, asked: null },
    listeners: new Set(),
  };
  STORES.set(queries, store);
  return store;
}

function change(queries: QueryClient, part: Partial<BulkRuns>): void {
  const store = storeOf(queries);
  store.state = { ...store.state, ...part };
  for (const listener of store.listeners) listener();
}

/** Keeps a run that has begun, so that it can be found again from any page; an older one at least until it is finished. */
export function keepRun(queries: QueryClient, run: BulkRun): void {
  const runs = [run, ...storeOf(queries).state.runs];
  change(queries, {
    runs: runs.filter((one, place) => place < MOST_KEPT || one.get().phase !== "finished"),
  });
}

/** Says which run a person looks at, if any. */
export function showRun(queries: QueryClient, shown: BulkRun | null): void {
  change(queries, { shown });
}

/** Asks for a run to be shown, whichever page is open; null closes it. */
export function askForRun(queries: QueryClient, asked: BulkRun | null): void {
  change(queries, { asked });
}

const STOPS = new WeakMap<QueryClient, Set<() => void>>();

/** Has something else stopped with the runs when the backend is left, until the answer is called. */
export function stopWithRuns(queries: QueryClient, stop: () => void): () => void {
  const stops = STOPS.get(queries) ?? new Set();
  STOPS.set(queries, stops.add(stop));
  return () => stops.delete(stop);
}

/** Sends nothing more for any run: the backend is left. */
export function stopRuns(queries: QueryClient): void {
  for (const run of storeOf(queries).state.runs) run.stop();
  for (const stop of STOPS.get(queries) ?? []) stop();
}

/** The runs, kept up to date. */
export function useBulkRuns(queries: QueryClient): BulkRuns {
  const store = storeOf(queries);
  return useSyncExternalStore(
    (listener) => {
      store.listeners.add(listener);
      return () => store.listeners.delete(listener);
    },
    () => store.state,
  );
}
