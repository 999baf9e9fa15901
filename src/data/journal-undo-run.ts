import type { QueryClient } from "@tanstack/react-query";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import { sleep } from "@/http/retry";
import type { Api } from "./api-context";
import { type BulkLane, bulkLane } from "./bulk-lane";
import { stopWithRuns } from "./bulk-runs";
import { refreshCollections } from "./collections";
import { type JournalEntry, newEntryId, type WriteBatch } from "./journal-entry";
import { planUndo, type UndoStep } from "./journal-undo";
import { changeRecorded } from "./subscription-writes";
import { subscriptionQueries } from "./subscriptions";
import { isOutcomeUnknown } from "./write-outcome";

/** What became of taking one entry back. `waiting` stays where the run was stopped. */
export interface UndoResult {
  readonly entry: JournalEntry;
  readonly status: "waiting" | "done" | "refused" | "unknown";
  /** Why it is not done, as a sentence or two. */
  readonly why: string | null;
}

/** A run at a moment; a new object after every change. */
export interface UndoRunState {
  readonly phase: "running" | "stopped" | "finished";
  readonly results: readonly UndoResult[];
}

/** Several entries being taken back. It goes on when its page is left. */
export interface UndoRun {
  readonly get: () => UndoRunState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends nothing new; what is on its way is finished. */
  readonly stop: () => void;
}

/** Records that are worked on at once, at most. */
const AT_ONCE = 4;
/** Ms of rest where a server throttles and does not say for how long. */
const REST_UNSAID = 5_000;
/** Times that a throttled entry is tried again. */
const RETRIES = 5;
/** Ms between two words of how far it is: each draws a list of all entries. */
const TELL_EVERY = 250;

/**
 * Takes entries back, those of one record one after the other and newest first. Every record is looked at again before
 * anything is sent: a plan may have been looked at for long.
 */
export function startUndoRun(queries: QueryClient, api: Api, entries: readonly JournalEntry[]): UndoRun {
  const sorted = [...entries].sort((a, b) => (a.id < b.id ? 1 : -1));
  const results = new Map<string, UndoResult>(
    sorted.map((entry) => [entry.id, { entry, status: "waiting", why: null }]),
  );
  const batch =
    sorted.length > 1 ? { id: newEntryId(), label: `Undo of ${sorted.length} writes` } : undefined;
  const listeners = new Set<() => void>();
  const stopping = new AbortController();
  const rest: Rest = { until: 0 };
  let tellTimer: ReturnType<typeof setTimeout> | undefined;
  let state: UndoRunState = { phase: "running", results: [...results.values()] };

  function tell(phase: UndoRunState["phase"]): void {
    clearTimeout(tellTimer);
    tellTimer = undefined;
    state = { phase, results: [...results.values()] };
    for (const listener of listeners) listener();
  }

  async function work(chains: Iterable<readonly JournalEntry[]>): Promise<void> {
    for (const chain of chains) {
      for (const entry of chain) {
        if (stopping.signal.aborted) return;
        const result = await undoPatiently(queries, api, entry, { batch, stop: stopping.signal, rest });
        if (result !== null) results.set(entry.id, { entry, ...result });
        tellTimer ??= setTimeout(tell, TELL_EVERY, "running");
      }
    }
  }

  async function run(): Promise<void> {
    const chains = byRecord(sorted).values();
    const forget = stopWithRuns(queries, () => stopping.abort());
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(chains)));
    forget();
    const isUnclear = [...results.values()].some(({ status }) => status === "unknown");
    tell(stopping.signal.aborted ? "stopped" : "finished");
    const scope = subscriptionQueries.all(api);
    void queries.invalidateQueries({ queryKey: scope });
    refreshCollections(queries, scope, !isUnclear);
  }

  void run();
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => stopping.abort(),
  };
}

function byRecord(entries: readonly JournalEntry[]): ReadonlyMap<number | null, readonly JournalEntry[]> {
  const chains = new Map<number | null, JournalEntry[]>();
  for (const entry of entries) {
    chains.set(entry.recordId, [...(chains.get(entry.recordId) ?? []), entry]);
  }
  return chains;
}

type Outcome = Omit<UndoResult, "entry">;

/** What a throttling server has asked for holds for every request of a run; in ms since 1970. */
interface Rest {
  until: number;
}

interface Patience {
  readonly batch: WriteBatch | undefined;
  readonly stop: AbortSignal;
  readonly rest: Rest;
}

/** Resolves with a place in the lane, which all runs share. */
function enterLane(lane: BulkLane): Promise<void> {
  return new Promise((resolve) => {
    const pump = () => {
      if (!lane.enter()) return;
      lane.part(pump);
      resolve();
    };
    lane.join(pump);
    pump();
  });
}

/** Takes one entry back, as slowly as the server asks; null where it was stopped before anything was sent. */
async function undoPatiently(
  queries: QueryClient,
  api: Api,
  entry: JournalEntry,
  patience: Patience,
): Promise<Outcome | null> {
  const { stop, rest } = patience;
  const lane = bulkLane(queries);
  for (let tries = 0; ; tries += 1) {
    // Rejects where it is stopped meanwhile: the write was clearly not done.
    const isOver = await sleep(Math.max(0, rest.until - Date.now()), stop).catch(() => "stopped");
    if (isOver === "stopped") return null;
    await enterLane(lane);
    // Looked at anew each time: a rest may have been long.
    const [outcome, error] = await undoOne(queries, api, entry, patience).finally(() => {
      lane.leave();
      lane.wakeAll();
    });
    const isThrottled = error instanceof HttpError && error.status === 429;
    if (!isThrottled || tries >= RETRIES) return outcome;
    rest.until = Math.max(rest.until, Date.now() + (error.retryAfter ?? REST_UNSAID));
  }
}

async function undoOne(
  queries: QueryClient,
  api: Api,
  entry: JournalEntry,
  { batch, stop }: Pick<Patience, "batch" | "stop">,
): Promise<readonly [outcome: Outcome | null, error?: unknown]> {
  const [item] = await planUndo(queries, api, [entry]);
  if (item?.kind !== "step") return [{ status: "refused", why: item?.why ?? null }, item?.error];
  if (stop.aborted) return [null];
  try {
    await sendUndo(queries, api, item.step, batch);
    return [{ status: "done", why: null }];
  } catch (error) {
    const { title, detail } = describeError(error);
    const status = isOutcomeUnknown(error) ? "unknown" : "refused";
    return [{ status, why: `${title}. ${detail}` }, error];
  }
}

/** Takes one entry back as it was planned. Throws as `Client.request`. */
async function sendUndo(
  queries: QueryClient,
  api: Api,
  { recordId, body, before, entry }: UndoStep,
  batch?: WriteBatch,
): Promise<void> {
  await changeRecorded(
    queries,
    api,
    { id: recordId, body, before },
    { undoes: entry.id, ...(batch !== undefined && { batch }) },
  );
}
