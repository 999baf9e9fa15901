import type { Api, Backend } from "@/data/backend/backend";
import { isInProgress, startBulkJob } from "@/data/bulk/bulk-job";
import { ALREADY_UP_TO_DATE } from "@/data/bulk/bulk-job-items";
import type { BulkJob, BulkJobState } from "@/data/bulk/bulk-job-store";
import type { PlannedChange } from "@/data/changes/planned-change";
import { type JournalEntry, newEntryId, recordKey } from "@/data/journal/journal-entry";
import { MEMBERSHIP_KEY, type OffboardingStep } from "./offboarding-plan";
import type { OffboardingPlan, OffboardingRecord, RecordedStep } from "./offboarding-record";
import { applyPlan } from "./offboarding-record";
import { lockOffboarding, updateStoredOffboarding } from "./offboarding-store";

export function getOffboardingLabel({ departingMember }: Pick<OffboardingRecord, "departingMember">): string {
  return `Offboard ${departingMember.name || departingMember.email}`;
}

/**
 * Returns the changes of the selected steps in order. The access of a person who owns or may own the API key is removed
 * last, and that of the known owner only if all other changes succeed.
 */
export function getStepChanges(
  steps: readonly OffboardingStep[],
  isOwn: boolean | null,
): readonly PlannedChange[] {
  const changes = steps.filter(({ isSelected }) => isSelected).map(({ change }) => change);
  if (isOwn === false) return changes;
  const others = changes.filter(({ key }) => key !== MEMBERSHIP_KEY);
  const after = others.filter(({ kind }) => kind === "change").map(({ key }) => key);
  const own = changes.filter(({ key }) => key === MEMBERSHIP_KEY);
  return [
    ...others,
    ...own.map((change) => (isOwn === true && !("why" in change) ? { ...change, after } : change)),
  ];
}

/**
 * Starts the selected steps. Stores the progress before the first request and whenever the job stops. Returns null if
 * another tab runs the same offboarding.
 * @param plan `isOwn`: whether the departing member owns the API key, null when unknown
 */
export async function startOffboarding(
  api: Api,
  offboarding: OffboardingRecord,
  plan: OffboardingPlan & { readonly isOwn: boolean | null },
): Promise<BulkJob | null> {
  const release = await lockOffboarding(offboarding);
  if (release === null) return null;
  const batch = newEntryId();
  const { choices } = offboarding;
  const planned = await updateStoredOffboarding(api, offboarding, (known) =>
    applyPlan({ ...known, choices }, plan, batch),
  );
  const job = startBulkJob(api, {
    id: batch,
    label: getOffboardingLabel(offboarding),
    changes: getStepChanges(plan.steps, plan.isOwn),
  });
  let wasInProgress = true;
  const storeWhenSettled = () => {
    const hasSettled = wasInProgress && !isInProgress(job.get());
    wasInProgress = isInProgress(job.get());
    if (hasSettled)
      void updateStoredOffboarding(api, planned, (known) => applyBulkResult(known, { ...job, ...job.get() }));
  };
  job.subscribe(storeWhenSettled);
  storeWhenSettled();
  releaseWhenDone(api, job, release);
  return job;
}

/** Retries failed steps. Returns false without sending anything if another tab runs the same offboarding. */
export async function retryOffboarding(
  backend: Backend,
  job: BulkJob,
  offboarding: OffboardingRecord,
): Promise<boolean> {
  const release = await lockOffboarding(offboarding);
  if (release === null) return false;
  job.retryFailed();
  releaseWhenDone(backend, job, release);
  return true;
}

/** Releases the cross-tab lock when the job finishes, or when it stops because the backend is disposed. */
function releaseWhenDone({ signal }: Backend, job: BulkJob, release: () => void): void {
  const cleanups: (() => void)[] = [release];
  const checkDone = () => {
    const state = job.get();
    if (state.phase !== "finished" && (isInProgress(state) || !signal.aborted)) return;
    for (const cleanUp of cleanups.splice(0)) cleanUp();
  };
  signal.addEventListener("abort", checkDone);
  cleanups.push(() => signal.removeEventListener("abort", checkDone), job.subscribe(checkDone));
  checkDone();
}

export function applyBulkResult(
  offboarding: OffboardingRecord,
  { changes, items }: Pick<BulkJob, "changes"> & Pick<BulkJobState, "items">,
): OffboardingRecord {
  const at = new Date().toISOString();
  const indexByKey = new Map(changes.map(({ key }, index) => [key, index]));
  const steps = offboarding.steps.map((step): RecordedStep => {
    const index = indexByKey.get(step.key);
    const item = index === undefined ? undefined : items[index];
    if (item === undefined || step.outcome === "left") return step;
    const { reason } = item;
    // If the record was already up to date, this step has nothing to undo.
    const status = reason === ALREADY_UP_TO_DATE ? "gone" : item.status;
    // If the page closes before the response arrives, the journal has the outcome.
    if (status === "waiting" || status === "sending")
      return step.outcome === "waiting" ? step : { ...step, outcome: "waiting", reason: null, at: null };
    // The step's outcome may come from the journal and be newer than the job's.
    if (step.outcome === "done" || step.outcome === "undone") return step;
    return step.outcome === status && step.reason === reason
      ? step
      : { ...step, outcome: status, reason, at };
  });
  return { ...offboarding, steps };
}

export function stepRecordKey({ kind, recordId }: RecordedStep): string | null {
  return recordKey({ resource: kind === "membership" ? "member" : "subscription", recordId });
}

/** Outcomes that a journal entry may replace. For steps with another outcome, no change was sent. */
const UPDATABLE_OUTCOMES: readonly string[] = ["waiting", "done", "failed", "unknown", "undone"];

/** Returns the offboarding with the journal's outcomes, because the page may have closed during the job. */
export function applyJournal(
  offboarding: OffboardingRecord,
  entries: readonly JournalEntry[],
): OffboardingRecord {
  const mine = entries
    .filter(({ batch, undoes }) => undoes === null && offboarding.batches.includes(batch?.id ?? ""))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const newest = new Map(mine.map((entry) => [recordKey(entry) ?? entry.id, entry]));
  const steps = offboarding.steps.map((step) => {
    const entry = newest.get(stepRecordKey(step) ?? "");
    return entry === undefined || !UPDATABLE_OUTCOMES.includes(step.outcome)
      ? step
      : { ...step, ...outcomeFromEntry(entry) };
  });
  return { ...offboarding, steps };
}

function outcomeFromEntry(entry: JournalEntry): Pick<RecordedStep, "outcome" | "reason" | "at"> {
  const { outcome, reason, at, undoneBy } = entry;
  if (outcome === "done") return { outcome: undoneBy === null ? "done" : "undone", reason, at };
  return { outcome: outcome === "refused" ? "failed" : "unknown", reason, at };
}
