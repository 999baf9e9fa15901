import type { QueryClient } from "@tanstack/react-query";
import type { ExportCreation, ExportedAsset } from "@/contract/exports";
import type { Api } from "@/data/client/api-context";
import type { WriteBatch } from "@/data/journal/journal-entry";
import type { FieldError } from "@/http/field-errors";
import type { Problem } from "@/lib/text/problem";

/**
 * `waiting`: not sent yet. `sending`: its answer is awaited, at once or for minutes. `made`: see `record`. `refused`:
 * clearly not made, see `problem`. `unknown`: it may have been made, see `problem`.
 */
export type MakingState = "waiting" | "sending" | "made" | "refused" | "unknown";

/** The creation of one export. It lives on when its page is left; a new object after every change. */
export interface Making {
  readonly id: string;
  readonly api: Api;
  readonly body: ExportCreation;
  /** When it was asked for, in ms since 1970. */
  readonly startedAt: number;
  readonly state: MakingState;
  /** What the server has made; null before it says so. */
  readonly record: ExportedAsset | null;
  /** Why it is refused or unknown; null where the app says it itself, once for every page. */
  readonly problem: Problem | null;
  /** What the server says of a single field, where that is why. */
  readonly complaint: FieldError | null;
}

/** What a creation is besides what is shown. */
export interface Job {
  readonly batch: WriteBatch | null;
  /** Id of the journal's entry of the last try. */
  readonly entryId: string;
}

/** Everything that is known of the creations of one backend. */
export interface MakingStore {
  /** Oldest first. */
  makings: readonly Making[];
  /** By id of the creation. */
  readonly jobs: Map<string, Job>;
  /** What is on its way, by id of the journal's entry. */
  readonly open: Map<string, AbortController>;
  readonly listeners: Set<() => void>;
  /** Until when the server asks not to send, in ms since 1970. */
  restsUntil: number;
  restTimer: ReturnType<typeof setTimeout> | undefined;
  /** The backend was left: nothing is sent any more. */
  isLeft: boolean;
}

/** One backend has one query client; its creations live as long. */
const STORES = new WeakMap<QueryClient, MakingStore>();

/** The creations of a backend. */
export function storeOf(queries: QueryClient): MakingStore {
  const known = STORES.get(queries);
  if (known !== undefined) return known;
  const store: MakingStore = {
    makings: [],
    jobs: new Map(),
    open: new Map(),
    listeners: new Set(),
    restsUntil: 0,
    restTimer: undefined,
    isLeft: false,
  };
  STORES.set(queries, store);
  return store;
}

/** Puts other creations in place, and tells everybody. */
export function show(store: MakingStore, makings: readonly Making[]): void {
  store.makings = makings;
  // Leaving the page would leave these unsent; what is sent goes on at the server.
  const hasUnsent = makings.some(({ state }) => state === "waiting");
  if (hasUnsent) globalThis.addEventListener?.("beforeunload", warn);
  else globalThis.removeEventListener?.("beforeunload", warn);
  for (const listener of store.listeners) listener();
}

function warn(event: Event): void {
  event.preventDefault();
}

/** Changes a part of a creation, where it is not dismissed. */
export function change(store: MakingStore, id: string, part: Partial<Making>): void {
  show(
    store,
    store.makings.map((making) => (making.id === id ? { ...making, ...part } : making)),
  );
}

/** A creation and what belongs to it, as far as it is there. */
export function findMaking(queries: QueryClient, id: string) {
  const store = storeOf(queries);
  return { store, making: store.makings.find((each) => each.id === id), job: store.jobs.get(id) };
}

/** Whether two pages work on the same project of the same server. */
export function isSameProject(one: Api, other: Api): boolean {
  return one.client.connection.id === other.client.connection.id && one.projectId === other.projectId;
}
