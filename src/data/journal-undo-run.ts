import type { QueryClient } from "@tanstack/react-query";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import type { Api } from "./api-context";
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
/** Times that a throttled write is sent again. */
const RETRIES = 5;

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
  let isStopped = false;
  let state: UndoRunState = { phase: "running", results: [...results.values()] };

  function tell(phase: UndoRunState["phase"]): void {
    state = { phase, results: [...results.values()] };
    for (const listener of listeners) listener();
  }

  async function work(chains: Iterable<readonly JournalEntry[]>): Promise<void> {
    for (const chain of chains) {
      for (const entry of chain) {
        if (isStopped) return;
        results.set(entry.id, { entry, ...(await undoOne(queries, api, entry, batch)) });
        tell("running");
      }
    }
  }

  async function run(): Promise<void> {
    const chains = byRecord(sorted).values();
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(chains)));
    const isUnclear = [...results.values()].some(({ status }) => status === "unknown");
    tell(isStopped ? "stopped" : "finished");
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
    stop() {
      isStopped = true;
    },
  };
}

function byRecord(entries: readonly JournalEntry[]): ReadonlyMap<number | null, readonly JournalEntry[]> {
  const chains = new Map<number | null, JournalEntry[]>();
  for (const entry of entries) {
    chains.set(entry.recordId, [...(chains.get(entry.recordId) ?? []), entry]);
  }
  return chains;
}

async function undoOne(
  queries: QueryClient,
  api: Api,
  entry: JournalEntry,
  batch: WriteBatch | undefined,
): Promise<Omit<UndoResult, "entry">> {
  const [item] = await planUndo(queries, api, [entry]);
  if (item?.kind !== "step") return { status: "refused", why: item?.why ?? null };
  try {
    await sendPatiently(queries, api, item.step, batch);
    return { status: "done", why: null };
  } catch (error) {
    const { title, detail } = describeError(error);
    return { status: isOutcomeUnknown(error) ? "unknown" : "refused", why: `${title}. ${detail}` };
  }
}

async function sendPatiently(
  queries: QueryClient,
  api: Api,
  step: UndoStep,
  batch: WriteBatch | undefined,
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await sendUndo(queries, api, step, batch);
      return;
    } catch (error) {
      const isThrottled = error instanceof HttpError && error.status === 429;
      if (!isThrottled || tries >= RETRIES) throw error;
      const rest = error.retryAfter ?? REST_UNSAID;
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
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
