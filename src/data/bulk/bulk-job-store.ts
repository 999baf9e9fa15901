import type { QueryClient } from "@tanstack/react-query";
import { type ReactNode, useSyncExternalStore } from "react";
import type { PlannedWrite } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import type { BulkRun } from "./bulk-job-types";

/** The runs of one backend since the page was loaded. */
export interface BulkRuns {
  /** Newest first. */
  readonly runs: readonly BulkRun[];
  /** The one a person looks at. */
  readonly shown: BulkRun | null;
  /** What is to be shown from wherever the person is. */
  readonly asked: AskedPlan | AskedRun | null;
  /** Whether a plan may be asked for soon: what shows it can be fetched. */
  readonly isExpected: boolean;
}

/** Writes to be looked at before anything is sent. */
export interface RunPlan {
  /** "Remove ana@x.co from 12 deliveries" */
  readonly label: string;
  readonly writes: readonly PlannedWrite[];
  /** What a person should know of the plan before it runs. */
  readonly note?: ReactNode;
  /** Told when it stands on the screen, before it is painted: what asked for it can go. */
  readonly onShown?: () => void;
  /** Told when it has gone, run or not; `wasShown` is false where it could not be shown. */
  readonly onClosed?: (wasShown: boolean) => void;
}

/** A plan that a person is to decide on. */
export interface AskedPlan {
  readonly kind: "plan";
  /** Another one for every time that something is asked for. */
  readonly id: string;
  readonly api: Api;
  readonly plan: RunPlan;
  /** To be called when it stands on the screen. */
  readonly onShown: () => void;
  readonly onClosed: () => void;
}

/** A run that was begun before. */
export interface AskedRun {
  readonly kind: "run";
  readonly id: string;
  readonly run: BulkRun;
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
    state: { runs: [], shown: null, asked: null, isExpected: false },
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

/** Has the app fetch what shows a plan, before one is asked for. */
export function expectPlan(queries: QueryClient): void {
  if (!storeOf(queries).state.isExpected) change(queries, { isExpected: true });
}

let plansAsked = 0;

/** Shows what is planned, whichever page is open: nothing is sent before the person says so. */
export function askForPlan(queries: QueryClient, api: Api, plan: RunPlan): void {
  let wasShown = false;
  plansAsked += 1;
  ask(queries, {
    kind: "plan",
    id: `plan ${plansAsked}`,
    api,
    plan,
    onShown() {
      wasShown = true;
      plan.onShown?.();
    },
    onClosed: () => plan.onClosed?.(wasShown),
  });
}

/** Asks for a run to be shown, whichever page is open. */
export function askForRun(queries: QueryClient, run: BulkRun): void {
  ask(queries, { kind: "run", id: run.id, run });
}

/** Closes what was asked for; a run goes on. */
export function closeAsked(queries: QueryClient): void {
  if (storeOf(queries).state.asked !== null) ask(queries, null);
}

function ask(queries: QueryClient, asked: BulkRuns["asked"]): void {
  const before = storeOf(queries).state.asked;
  change(queries, { asked });
  if (before?.kind === "plan") before.onClosed();
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
