import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { isSendable, type PlannedChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import { refreshCollections } from "@/data/collection/use-collection";
import { newEntryId } from "@/data/journal/journal-entry";
import { isOutcomeUnknown } from "@/data/journal/unknown-outcome";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import type { Problem } from "@/lib/text/problem";
import { createBulkJobItems, type ItemStatus } from "./bulk-job-items";
import { addBulkJob } from "./bulk-job-store";
import type { BulkJob, BulkJobPhase, BulkJobState } from "./bulk-job-types";
import { changeRecordKey, getChangeExecutor } from "./change-executors";
import { getConcurrencyLimiter } from "./concurrency-limiter";
import { createItemDependencies } from "./item-dependencies";
import { reconcileUnknownOutcomes } from "./reconcile-unknown-outcomes";

/** Whether requests of the run may still go out by themselves. */
export function isInProgress({ phase }: BulkJobState): boolean {
  return phase === "running" || phase === "throttled" || phase === "stopping";
}

/** What a run is made of. */
export interface BulkJobOptions {
  /** The journal's batch, where somebody has noted it before the first request; made up otherwise. */
  readonly id?: string;
  readonly label: string;
  readonly changes: readonly PlannedChange[];
}

/** Ms between two words of how far it is. */
const NOTIFY_INTERVAL_MS = 100;
/** Ms of rest where a server throttles and does not say for how long. */
const DEFAULT_COOLDOWN_MS = 5_000;
/** After so many requests in a row without a clear answer something is wrong that the next ones would meet as well. */
const MAX_CONSECUTIVE_UNKNOWN = 8;

const MAY_HAVE_BEEN_CREATED =
  "It may have been made all the same: look for it in the list before you make it again.";
const FIRST_ATTEMPT_SUCCEEDED = "The first try had been done; nothing was sent again.";
/** The reason of what was found done by somebody else. */
export const ALREADY_UP_TO_DATE = "It was so already; nothing was sent.";
const DEPENDENCY_FAILED = "Left alone: what it waits for was not done.";

/** Whether every further request would be refused like this one. */
function isRejectedForAll(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  return error.status === 401 || error.status === 402 || error.missingScope !== null;
}

function formatProblem({ title, detail }: Problem): string {
  return `${title}. ${detail}`;
}

/** Begins a run: at most four requests at once, and as slowly as the server asks. */
export function startBulkJob(
  queryClient: QueryClient,
  api: Api,
  { id = newEntryId(), label, changes }: BulkJobOptions,
): BulkJob {
  const batch = { id, label };
  const limiter = getConcurrencyLimiter(queryClient);
  const items = createBulkJobItems(changes);
  const toSend = items.counts().waiting;
  const dependencies = createItemDependencies(changes, items.statusAt);
  const listeners = new Set<() => void>();
  /** Places whose last request may have been done. */
  const unknownIndexes = new Set<number>();
  /** The last write of each record that is on its way. */
  const pendingByRecord = new Map<string, Promise<void>>();
  let intent: "go" | "stop" | "pause" = "go";
  let problem: Problem | null = null;
  let consecutiveUnknown = 0;
  let retryAt: number | null = null;
  let cooldownTimer: ReturnType<typeof setTimeout> | undefined;
  let notifyTimer: ReturnType<typeof setTimeout> | undefined;
  let isActive = false;
  let state = snapshot();

  function computePhase({ waiting, sending }: BulkJobState["counts"]): BulkJobPhase {
    if (waiting + sending === 0) return "finished";
    if (intent !== "go") return sending > 0 ? "stopping" : intent === "stop" ? "stopped" : "paused";
    return retryAt === null ? "running" : "throttled";
  }

  function snapshot(): BulkJobState {
    const counts = items.counts();
    return { phase: computePhase(counts), counts, toSend, retryAt, problem, version: items.version() };
  }

  function notify(): void {
    clearTimeout(notifyTimer);
    notifyTimer = undefined;
    state = snapshot();
    for (const listener of listeners) listener();
  }

  function setStatus(index: number, status: ItemStatus, reason: string | null = null): void {
    items.set(index, status, reason);
    notifyTimer ??= setTimeout(notify, NOTIFY_INTERVAL_MS);
  }

  const canRun = () => intent === "go" && retryAt === null;

  function pump(): void {
    while (canRun() && limiter.acquire()) {
      const index = items.firstWaiting(dependencies.isReady);
      if (index === undefined) {
        limiter.release();
        break;
      }
      if (!dependencies.isAllowed(index)) {
        limiter.release();
        setStatus(index, "failed", DEPENDENCY_FAILED);
        continue;
      }
      setStatus(index, "sending");
      void runItem(index);
    }
    const { phase } = snapshot();
    if (phase !== state.phase) notify();
    if (phase === "finished" || phase === "stopped" || phase === "paused") deactivate();
  }

  async function runItem(index: number): Promise<void> {
    try {
      await runAfterSameRecord(index, send);
      consecutiveUnknown = 0;
    } catch (error) {
      noteFailure(index, error);
    }
    limiter.release();
    limiter.notifyAll();
  }

  /** Two writes of one record go one after the other, in the order of the plan. */
  async function runAfterSameRecord(index: number, then: (index: number) => Promise<void>): Promise<void> {
    const change = changes[index];
    const record = change !== undefined && isSendable(change) ? changeRecordKey(change) : null;
    if (record === null) return then(index);
    const earlier = pendingByRecord.get(record);
    const mine = (earlier ?? Promise.resolve()).catch(() => undefined).then(() => then(index));
    pendingByRecord.set(record, mine);
    try {
      await mine;
    } finally {
      if (pendingByRecord.get(record) === mine) pendingByRecord.delete(record);
    }
  }

  async function send(index: number): Promise<void> {
    const change = changes[index];
    if (change === undefined || !isSendable(change)) return;
    const executor = getChangeExecutor(change);
    const wasUnknown = unknownIndexes.has(index);
    const precheck = await executor.precheck(queryClient, api, wasUnknown);
    unknownIndexes.delete(index);
    if (wasUnknown) await reconcileUnknownOutcomes(queryClient, api, { jobId: id, change });
    if (precheck.kind === "changed") return setStatus(index, "changed", precheck.why);
    if (precheck.kind === "done")
      return setStatus(index, "done", wasUnknown ? FIRST_ATTEMPT_SUCCEEDED : ALREADY_UP_TO_DATE);
    // It was stopped, or throttled, while the record was looked at.
    if (!canRun()) return setStatus(index, "waiting");
    await precheck.send({ batch, ...(change.undoes !== undefined && { undoes: change.undoes }) });
    setStatus(index, "done");
  }

  function noteFailure(index: number, error: unknown): void {
    const described = describeError(error);
    if (error instanceof HttpError && error.status === 429) {
      // It was clearly not done, so it can be sent again.
      setStatus(index, "waiting");
      return startCooldown(error.retryAfterMs ?? DEFAULT_COOLDOWN_MS);
    }
    if (isRejectedForAll(error)) {
      setStatus(index, "waiting");
      return pause(described);
    }
    setFailed(index, error, described);
    // A look that gets no answer counts as well: the next one would get none either.
    if (error instanceof HttpError && error.status < 500) return;
    consecutiveUnknown += 1;
    if (consecutiveUnknown >= MAX_CONSECUTIVE_UNKNOWN) pause(described);
  }

  function setFailed(index: number, error: unknown, described: Problem): void {
    if (unknownIndexes.has(index))
      return setStatus(index, "unknown", `It could not be looked at. ${formatProblem(described)}`);
    if (!isOutcomeUnknown(error)) return setStatus(index, "failed", formatProblem(described));
    const change = changes[index];
    const isVerifiable = change !== undefined && canVerify(change);
    if (isVerifiable) unknownIndexes.add(index);
    setStatus(
      index,
      "unknown",
      isVerifiable ? formatProblem(described) : `${described.title}. ${MAY_HAVE_BEEN_CREATED}`,
    );
  }

  function startCooldown(ms: number): void {
    retryAt = Math.max(retryAt ?? 0, Date.now() + ms);
    clearTimeout(cooldownTimer);
    cooldownTimer = setTimeout(endCooldown, retryAt - Date.now());
    notify();
  }

  function endCooldown(): void {
    clearTimeout(cooldownTimer);
    retryAt = null;
    pump();
    notify();
  }

  function pause(why: Problem): void {
    if (intent !== "go") return;
    intent = "pause";
    problem = why;
  }

  function activate(): void {
    if (isActive) return;
    isActive = true;
    limiter.subscribe(pump);
    globalThis.addEventListener?.("beforeunload", preventUnload);
  }

  /** Nothing is sent any more, for now or for good. */
  function deactivate(): void {
    if (!isActive) return;
    isActive = false;
    limiter.unsubscribe(pump);
    globalThis.removeEventListener?.("beforeunload", preventUnload);
    notify();
    for (const queryKey of scopesOf(changes, api)) {
      void queryClient.invalidateQueries({ queryKey });
      refreshCollections(queryClient, queryKey, items.counts().unknown === 0);
    }
  }

  function resume(): void {
    if (items.firstWaiting() === undefined) return notify();
    intent = "go";
    problem = null;
    consecutiveUnknown = 0;
    activate();
    pump();
    notify();
  }

  function isRetriable(change: PlannedChange, index: number): boolean {
    const status = items.statusAt(index);
    return status === "failed" || (status === "unknown" && canVerify(change));
  }

  const job: BulkJob = {
    id,
    label,
    api,
    startedAt: Date.now(),
    changes,
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    statusAt: items.statusAt,
    reasonAt: items.reasonAt,
    stop() {
      if (intent !== "go" || snapshot().phase === "finished") return;
      intent = "stop";
      pump();
      notify();
    },
    resume,
    retryFailed() {
      changes.forEach((change, index) => {
        if (isRetriable(change, index)) setStatus(index, "waiting");
      });
      resume();
    },
    countRetriable: () =>
      changes.reduce((sum, change, index) => sum + (isRetriable(change, index) ? 1 : 0), 0),
  };
  addBulkJob(queryClient, job);
  resume();
  return job;
}

function canVerify(change: PlannedChange): boolean {
  return isSendable(change) && getChangeExecutor(change).canVerify;
}

/** What the keys of all resources begin with that a run writes to. */
function scopesOf(changes: readonly PlannedChange[], api: Api): readonly QueryKey[] {
  const ofEach = new Map(
    changes.flatMap((change) => (isSendable(change) ? [[change.resource, change] as const] : [])),
  );
  return [...ofEach.values()].map((change) => getChangeExecutor(change).scope(api));
}

/** Leaving the page would leave the rest unsent. */
function preventUnload(event: Event): void {
  event.preventDefault();
}
