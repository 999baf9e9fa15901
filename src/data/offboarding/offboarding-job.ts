import type { Api, Backend } from "@/data/backend/backend";

import { isInProgress, startBulkJob } from "@/data/bulk/bulk-job";
import { type BulkJob } from "@/data/bulk/bulk-job-types";
import type { PlannedChange } from "@/data/changes/planned-change";
import { newEntryId } from "@/data/journal/journal-entry";
import type { OffboardingFindings } from "./match-member";
import { applyBulkResult } from "./offboarding-outcome";
import { MEMBERSHIP_KEY, type OffboardingStep } from "./offboarding-plan";
import { applyPlan, type OffboardingRecord, type ScanCoverage } from "./offboarding-record";
import { lockOffboarding, updateStoredOffboarding } from "./offboarding-store";

export interface OffboardingPlan {
  readonly steps: readonly OffboardingStep[];
  readonly findings: OffboardingFindings;
  readonly coverage: ScanCoverage;
  /**
   * Whether the departing member owns the API key. If so, removing their access blocks further requests. Null when
   * unknown.
   */
  readonly isOwn: boolean | null;
}

export function getOffboardingLabel({ departingMember }: Pick<OffboardingRecord, "departingMember">): string {
  return `Offboard ${departingMember.name || departingMember.email}`;
}

/**
 * Returns the changes of the selected steps in order. If the departing member owns the API key,
 * their access is removed last, and only if all other changes succeed. If the key's owner is
 * unknown, the departing member's access is also removed last, even if other changes fail.
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
 */
export async function startOffboarding(
  api: Api,
  offboarding: OffboardingRecord,
  plan: OffboardingPlan,
): Promise<BulkJob | null> {
  const release = await lockOffboarding(offboarding);
  if (release === null) return null;
  const batch = newEntryId();
  const { choices } = offboarding;
  const planned = await updateStoredOffboarding(api, offboarding, (known) =>
    applyPlan({ ...known, choices }, { ...plan, batch }),
  );
  const job = startBulkJob(api, {
    id: batch,
    label: getOffboardingLabel(offboarding),
    changes: getStepChanges(plan.steps, plan.isOwn),
  });
  let wasUnderWay = true;
  const storeWhenSettled = () => {
    const isNow = isInProgress(job.get());
    if (wasUnderWay && !isNow)
      void updateStoredOffboarding(api, planned, (known) => applyBulkResult(known, job));
    wasUnderWay = isNow;
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

/**
 * Releases the cross-tab lock when the job finishes, or when it stops after the user disconnects or
 * switches to another backend.
 */
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
