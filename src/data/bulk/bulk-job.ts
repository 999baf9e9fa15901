import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { isSent, type PlannedWrite } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import { refreshCollections } from "@/data/collection/use-collection";
import { newEntryId } from "@/data/journal/journal-entry";
import { isOutcomeUnknown } from "@/data/journal/unknown-outcome";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import type { Problem } from "@/lib/text/problem";
import { createLedger, type ItemStatus } from "./bulk-job-items";
import { keepRun } from "./bulk-job-store";
import type { BulkRun, BulkRunState, RunPhase } from "./bulk-job-types";
import { recordKeyOf, writerOf } from "./change-executors";
import { bulkLane } from "./concurrency-limiter";
import { orderOf } from "./item-dependencies";
import { settleUnclear } from "./reconcile-unknown-outcomes";

/** Whether requests of the run may still go out by themselves. */
export function isUnderWay({ phase }: BulkRunState): boolean {
  return phase === "running" || phase === "throttled" || phase === "stopping";
}

/** What a run is made of. */
export interface BulkRunOptions {
  /** The journal's batch, where somebody has noted it before the first request; made up otherwise. */
  readonly id?: string;
  readonly label: string;
  readonly writes: readonly PlannedWrite[];
}

/** Ms between two words of how far it is. */
const TELL_EVERY = 100;
/** Ms of rest where a server throttles and does not say for how long. */
const REST_UNSAID = 5_000;
/** After so many requests in a row without a clear answer something is wrong that the next ones would meet as well. */
const MOST_UNCLEAR = 8;

const MADE_MAYBE = "It may have been made all the same: look for it in the list before you make it again.";
const FIRST_TRY = "The first try had been done; nothing was sent again.";
/** The reason of what was found done by somebody else. */
export const ALREADY = "It was so already; nothing was sent.";
const LEFT_ALONE = "Left alone: what it waits for was not done.";

/** Whether every further request would be refused like this one. */
function isRefusedForAll(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  return error.status === 401 || error.status === 402 || error.missingScope !== null;
}

function wordsOf({ title, detail }: Problem): string {
  return `${title}. ${detail}`;
}

/** Begins a run: at most four requests at once, and as slowly as the server asks. */
export function startBulkRun(
  queries: QueryClient,
  api: Api,
  { id = newEntryId(), label, writes }: BulkRunOptions,
): BulkRun {
  const batch = { id, label };
  const lane = bulkLane(queries);
  const ledger = createLedger(writes);
  const toSend = ledger.counts().waiting;
  const order = orderOf(writes, ledger.statusAt);
  const listeners = new Set<() => void>();
  /** Places whose last request may have been done. */
  const unclear = new Set<number>();
  /** The last write of each record that is on its way. */
  const underWay = new Map<string, Promise<void>>();
  let intent: "go" | "stop" | "pause" = "go";
  let problem: Problem | null = null;
  let unclearInRow = 0;
  let waitingUntil: number | null = null;
  let waitTimer: ReturnType<typeof setTimeout> | undefined;
  let tellTimer: ReturnType<typeof setTimeout> | undefined;
  let isAwake = false;
  let state = snapshot();

  function phaseNow({ waiting, sending }: BulkRunState["counts"]): RunPhase {
    if (waiting + sending === 0) return "finished";
    if (intent !== "go") return sending > 0 ? "stopping" : intent === "stop" ? "stopped" : "paused";
    return waitingUntil === null ? "running" : "throttled";
  }

  function snapshot(): BulkRunState {
    const counts = ledger.counts();
    return { phase: phaseNow(counts), counts, toSend, waitingUntil, problem, version: ledger.version() };
  }

  function tell(): void {
    clearTimeout(tellTimer);
    tellTimer = undefined;
    state = snapshot();
    for (const listener of listeners) listener();
  }

  function set(place: number, status: ItemStatus, reason: string | null = null): void {
    ledger.set(place, status, reason);
    tellTimer ??= setTimeout(tell, TELL_EVERY);
  }

  const mayRun = () => intent === "go" && waitingUntil === null;

  function pump(): void {
    while (mayRun() && lane.enter()) {
      const place = ledger.firstWaiting(order.isItsTurn);
      if (place === undefined) {
        lane.leave();
        break;
      }
      if (!order.isAllowed(place)) {
        lane.leave();
        set(place, "failed", LEFT_ALONE);
        continue;
      }
      set(place, "sending");
      void work(place);
    }
    const { phase } = snapshot();
    if (phase !== state.phase) tell();
    if (phase === "finished" || phase === "stopped" || phase === "paused") rest();
  }

  async function work(place: number): Promise<void> {
    try {
      await afterSameRecord(place, send);
      unclearInRow = 0;
    } catch (error) {
      noteFailure(place, error);
    }
    lane.leave();
    lane.wakeAll();
  }

  /** Two writes of one record go one after the other, in the order of the plan. */
  async function afterSameRecord(place: number, then: (place: number) => Promise<void>): Promise<void> {
    const write = writes[place];
    const record = write !== undefined && isSent(write) ? recordKeyOf(write) : null;
    if (record === null) return then(place);
    const earlier = underWay.get(record);
    const mine = (earlier ?? Promise.resolve()).catch(() => undefined).then(() => then(place));
    underWay.set(record, mine);
    try {
      await mine;
    } finally {
      if (underWay.get(record) === mine) underWay.delete(record);
    }
  }

  async function send(place: number): Promise<void> {
    const write = writes[place];
    if (write === undefined || !isSent(write)) return;
    const writer = writerOf(write);
    const wasUnclear = unclear.has(place);
    const standing = await writer.stand(queries, api, wasUnclear);
    unclear.delete(place);
    if (wasUnclear) await settleUnclear(queries, api, { runId: id, write });
    if (standing.kind === "changed") return set(place, "changed", standing.why);
    if (standing.kind === "done") return set(place, "done", wasUnclear ? FIRST_TRY : ALREADY);
    // It was stopped, or throttled, while the record was looked at.
    if (!mayRun()) return set(place, "waiting");
    await standing.send({ batch, ...(write.undoes !== undefined && { undoes: write.undoes }) });
    set(place, "done");
  }

  function noteFailure(place: number, error: unknown): void {
    const described = describeError(error);
    if (error instanceof HttpError && error.status === 429) {
      // It was clearly not done, so it can be sent again.
      set(place, "waiting");
      return waitFor(error.retryAfter ?? REST_UNSAID);
    }
    if (isRefusedForAll(error)) {
      set(place, "waiting");
      return pause(described);
    }
    setFailed(place, error, described);
    // A look that gets no answer counts as well: the next one would get none either.
    if (error instanceof HttpError && error.status < 500) return;
    unclearInRow += 1;
    if (unclearInRow >= MOST_UNCLEAR) pause(described);
  }

  function setFailed(place: number, error: unknown, described: Problem): void {
    if (unclear.has(place)) return set(place, "unknown", `It could not be looked at. ${wordsOf(described)}`);
    if (!isOutcomeUnknown(error)) return set(place, "failed", wordsOf(described));
    const write = writes[place];
    const canLook = write !== undefined && canBeLookedAt(write);
    if (canLook) unclear.add(place);
    set(place, "unknown", canLook ? wordsOf(described) : `${described.title}. ${MADE_MAYBE}`);
  }

  function waitFor(ms: number): void {
    waitingUntil = Math.max(waitingUntil ?? 0, Date.now() + ms);
    clearTimeout(waitTimer);
    waitTimer = setTimeout(endWait, waitingUntil - Date.now());
    tell();
  }

  function endWait(): void {
    clearTimeout(waitTimer);
    waitingUntil = null;
    pump();
    tell();
  }

  function pause(why: Problem): void {
    if (intent !== "go") return;
    intent = "pause";
    problem = why;
  }

  function wake(): void {
    if (isAwake) return;
    isAwake = true;
    lane.join(pump);
    globalThis.addEventListener?.("beforeunload", warn);
  }

  /** Nothing is sent any more, for now or for good. */
  function rest(): void {
    if (!isAwake) return;
    isAwake = false;
    lane.part(pump);
    globalThis.removeEventListener?.("beforeunload", warn);
    tell();
    for (const queryKey of scopesOf(writes, api)) {
      void queries.invalidateQueries({ queryKey });
      refreshCollections(queries, queryKey, ledger.counts().unknown === 0);
    }
  }

  function goOn(): void {
    if (ledger.firstWaiting() === undefined) return tell();
    intent = "go";
    problem = null;
    unclearInRow = 0;
    wake();
    pump();
    tell();
  }

  function isRetriable(write: PlannedWrite, place: number): boolean {
    const status = ledger.statusAt(place);
    return status === "failed" || (status === "unknown" && canBeLookedAt(write));
  }

  const run: BulkRun = {
    id,
    label,
    api,
    startedAt: Date.now(),
    writes,
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    statusAt: ledger.statusAt,
    reasonAt: ledger.reasonAt,
    stop() {
      if (intent !== "go" || snapshot().phase === "finished") return;
      intent = "stop";
      pump();
      tell();
    },
    goOn,
    retryFailed() {
      writes.forEach((write, place) => {
        if (isRetriable(write, place)) set(place, "waiting");
      });
      goOn();
    },
    retriable: () => writes.reduce((sum, write, place) => sum + (isRetriable(write, place) ? 1 : 0), 0),
  };
  keepRun(queries, run);
  goOn();
  return run;
}

function canBeLookedAt(write: PlannedWrite): boolean {
  return isSent(write) && writerOf(write).canBeLookedAt;
}

/** What the keys of all resources begin with that a run writes to. */
function scopesOf(writes: readonly PlannedWrite[], api: Api): readonly QueryKey[] {
  const ofEach = new Map(
    writes.flatMap((write) => (isSent(write) ? [[write.resource, write] as const] : [])),
  );
  return [...ofEach.values()].map((write) => writerOf(write).scope(api));
}

/** Leaving the page would leave the rest unsent. */
function warn(event: Event): void {
  event.preventDefault();
}
