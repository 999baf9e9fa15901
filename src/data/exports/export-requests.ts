import type { QueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { ExportCreation } from "@/contract/exports";
import { stopWithRuns } from "@/data/bulk/bulk-job-store";
import type { Api } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import { refreshCollections } from "@/data/collection/use-collection";
import { newEntryId } from "@/data/journal/journal-entry";
import { isGivenUp, mayBeDone } from "@/data/journal/journaled-request";
import { HttpError } from "@/http/errors";
import { fieldErrorOf } from "@/http/field-errors";
import { plural } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { createExportRecorded } from "./create-export";
import { noteMade } from "./export-polling";
import {
  change,
  findMaking,
  isSameProject,
  type Making,
  type MakingStore,
  show,
  storeOf,
} from "./export-request-store";
import { exportScope } from "./exports";

export type { Making };

/** Creations that are waited for at once. */
const AT_ONCE = 2;
/** Creations on their way at once, those nobody waits for as well: a browser opens six connections to a host at most. */
const MOST_OPEN = 4;
/** Ms of rest where a server throttles and does not say for how long. */
const REST_UNSAID = 5_000;

/** Those that are stopped when their backend is left. */
const STOPPING = new WeakSet<MakingStore>();

const LET_GO: Problem = {
  title: "Not waited for any more",
  detail: "The server goes on making it. It stands in the list once it is there.",
  canRetry: false,
};

/** Whether every further creation of this project would be refused like this one. */
function isRefusedForAll(error: HttpError): boolean {
  return error.status === 401 || error.status === 402 || error.missingScope !== null;
}

/**
 * Has the server make exports, at most two at once, each sent once. Gives their ids, in the order of the bodies; what
 * becomes of them, `useMakings` tells.
 */
export function makeExports(
  queries: QueryClient,
  api: Api,
  bodies: readonly ExportCreation[],
): readonly string[] {
  const store = storeOf(queries);
  if (!STOPPING.has(store)) stopWithRuns(queries, () => stopAll(store));
  STOPPING.add(store);
  const batch =
    bodies.length < 2 ? null : { id: newEntryId(), label: plural(bodies.length, "export", "exports") };
  const makings = bodies.map((body): Making => {
    const id = newEntryId();
    store.jobs.set(id, { batch, entryId: id });
    const nothingYet = { record: null, problem: null, complaint: null };
    return { id, api, body, startedAt: Date.now(), state: "waiting", ...nothingYet };
  });
  show(store, [...store.makings, ...makings]);
  pump(queries, store);
  return makings.map(({ id }) => id);
}

function pump(queries: QueryClient, store: MakingStore): void {
  clearTimeout(store.restTimer);
  const rest = store.restsUntil - Date.now();
  if (rest > 0) {
    store.restTimer = setTimeout(() => pump(queries, store), rest);
    return;
  }
  while (!store.isLeft && hasRoom(store)) {
    const next = store.makings.find(({ state }) => state === "waiting");
    if (next === undefined) return;
    void send(queries, store, next);
  }
}

function hasRoom({ makings, open }: MakingStore): boolean {
  return makings.filter(({ state }) => state === "sending").length < AT_ONCE && open.size < MOST_OPEN;
}

async function send(queries: QueryClient, store: MakingStore, { id, api, body }: Making): Promise<void> {
  const job = store.jobs.get(id);
  if (job === undefined) return;
  const { entryId, batch } = job;
  const abort = new AbortController();
  store.open.set(entryId, abort);
  change(store, id, { state: "sending" });
  // Sent again meanwhile, or dismissed: then the journal and the list alone tell of this try.
  const isCurrent = () => store.jobs.get(id)?.entryId === entryId;
  try {
    const origin = batch === null ? {} : { batch };
    const record = await createExportRecorded(queries, api, body, { entryId, signal: abort.signal, origin });
    if (isCurrent()) change(store, id, { state: "made", record, problem: null });
    noteMade(queries, api, record);
  } catch (error) {
    if (isCurrent()) noteFailure(store, { id, api }, error);
    noteRefusal(store, api, error);
  } finally {
    store.open.delete(entryId);
    pump(queries, store);
  }
}

function noteFailure(store: MakingStore, { id, api }: Pick<Making, "id" | "api">, error: unknown): void {
  const problem = describeFailure(api.client, error);
  if (mayBeDone(error)) {
    change(store, id, { state: "unknown", problem: isGivenUp(error) ? LET_GO : problem });
  } else {
    change(store, id, { state: "refused", problem, complaint: fieldErrorOf(error) });
  }
}

/** Spares the server, and the person, what would be refused in the same way. */
function noteRefusal(store: MakingStore, api: Api, error: unknown): void {
  if (!(error instanceof HttpError)) return;
  if (error.status === 429) {
    store.restsUntil = Math.max(store.restsUntil, Date.now() + (error.retryAfter ?? REST_UNSAID));
  }
  if (isRefusedForAll(error)) refuseWaiting(store, api, describeFailure(api.client, error));
}

/** What waits would be refused as well, so it is not sent. */
function refuseWaiting(store: MakingStore, api: Api, problem: Problem | null): void {
  show(
    store,
    store.makings.map((making) =>
      making.state === "waiting" && isSameProject(making.api, api)
        ? { ...making, state: "refused", problem }
        : making,
    ),
  );
}

/** Ends everything: the backend is left. What is on its way has an outcome nobody knows. */
function stopAll(store: MakingStore): void {
  store.isLeft = true;
  clearTimeout(store.restTimer);
  show(
    store,
    store.makings.filter(({ state }) => state !== "waiting"),
  );
  const reason = new DOMException("The connection was left", "AbortError");
  for (const abort of store.open.values()) abort.abort(reason);
}

/**
 * Stops waiting: what was not sent is not sent any more, and of what was, the answer is let go. The export is not lost:
 * the list shows it, and this creation too should its answer still come.
 */
export function stopWaiting(queries: QueryClient, id: string): void {
  const { store, making } = findMaking(queries, id);
  if (making?.state === "waiting") dismissMaking(queries, id);
  if (making?.state !== "sending") return;
  // Not aborted: a server that notices might give up making it.
  change(store, id, { state: "unknown", problem: LET_GO });
  // Such servers list it while they make it: then it is followed there.
  refreshCollections(queries, exportScope(making.api), false);
  pump(queries, store);
}

/** Stops waiting for several. What was not sent comes first: it would take the place of what is let go. */
export function stopWaitingForAll(queries: QueryClient, makings: readonly Making[]): void {
  for (const { id, state } of makings) if (state === "waiting") stopWaiting(queries, id);
  for (const { id, state } of makings) if (state !== "waiting") stopWaiting(queries, id);
}

/** Sends a creation again that was refused, or whose outcome is unknown: then there may be two of them. */
export function retryMaking(queries: QueryClient, id: string): void {
  const { store, making, job } = findMaking(queries, id);
  if (job === undefined || (making?.state !== "refused" && making?.state !== "unknown")) return;
  store.jobs.set(id, { ...job, entryId: newEntryId() });
  change(store, id, { state: "waiting", startedAt: Date.now(), problem: null, complaint: null });
  pump(queries, store);
}

/** Forgets a creation. One that waits is not sent; of one that was sent, the journal and the list still tell. */
export function dismissMaking(queries: QueryClient, id: string): void {
  const { store } = findMaking(queries, id);
  store.jobs.delete(id);
  show(
    store,
    store.makings.filter((making) => making.id !== id),
  );
  pump(queries, store);
}

/** Looks on the server what became of a creation whose outcome is unknown. Rejects only where its code does not load. */
export async function checkMaking(queries: QueryClient, id: string): Promise<void> {
  const { lookForMaking } = await import("./check-export-request");
  await lookForMaking(queries, id);
}

/** Waits until each of these has an outcome, known or not; gives those that are not made. */
export function failedMakings(queries: QueryClient, ids: readonly string[]): Promise<readonly Making[]> {
  const store = storeOf(queries);
  return new Promise((resolve) => {
    function look(): void {
      const mine = store.makings.filter(({ id }) => ids.includes(id));
      if (mine.some(({ state }) => state === "waiting" || state === "sending")) return;
      store.listeners.delete(look);
      // What is made may be dismissed already.
      resolve(mine.filter(({ state }) => state !== "made"));
    }
    store.listeners.add(look);
    look();
  });
}

/** The creations of a project since the page was loaded, oldest first. */
export function listMakings(queries: QueryClient, api: Api): readonly Making[] {
  return storeOf(queries).makings.filter((making) => isSameProject(making.api, api));
}

/** The creations of a project since the page was loaded, oldest first, kept up to date. */
export function useMakings(queries: QueryClient, api: Api): readonly Making[] {
  const store = storeOf(queries);
  const makings = useSyncExternalStore(
    (listener) => {
      store.listeners.add(listener);
      return () => store.listeners.delete(listener);
    },
    () => store.makings,
  );
  return useMemo(() => makings.filter((making) => isSameProject(making.api, api)), [makings, api]);
}
