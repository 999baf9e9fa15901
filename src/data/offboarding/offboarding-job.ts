import type { QueryClient } from "@tanstack/react-query";
import { isInProgress, startBulkJob } from "@/data/bulk/bulk-job";
import { onBackendDisposed } from "@/data/bulk/bulk-job-store";
import { type BulkJob } from "@/data/bulk/bulk-job-types";
import type { PlannedChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import { newEntryId } from "@/data/journal/journal-entry";
import { applyBulkResult } from "./offboarding-outcome";
import { MEMBERSHIP_KEY, type OffboardingStep } from "./offboarding-plan";
import { applyPlan, type OffboardingRecord, type ScanCoverage } from "./offboarding-record";
import type { OffboardingFindings } from "./offboarding-scan";
import { lockOffboarding, updateStoredOffboarding } from "./offboarding-store";

/** A plan as it stands when it is run. */
export interface OffboardingPlan {
  readonly steps: readonly OffboardingStep[];
  readonly findings: OffboardingFindings;
  readonly looked: ScanCoverage;
  /** Whether the key's holder leaves: without their access nothing more could be sent. Null where nobody says whose it is. */
  readonly isOwn: boolean | null;
}

/** What an offboarding is called: in the journal, and while it runs. */
export function getOffboardingLabel({ leaver }: Pick<OffboardingRecord, "leaver">): string {
  return `Offboard ${leaver.name || leaver.email}`;
}

/**
 * What is sent for the ticked steps, in their order. One's own access is given up last, once all else is done; one that
 * may be one's own goes last as well, but a delivery that fails does not keep it.
 */
export function getStepChanges(
  steps: readonly OffboardingStep[],
  isOwn: boolean | null,
): readonly PlannedChange[] {
  const changes = steps.filter(({ isSelected: isTicked }) => isTicked).map(({ change }) => change);
  if (isOwn === false) return changes;
  const others = changes.filter(({ key }) => key !== MEMBERSHIP_KEY);
  const after = others.filter(({ kind }) => kind === "change").map(({ key }) => key);
  const own = changes.filter(({ key }) => key === MEMBERSHIP_KEY);
  return [
    ...others,
    ...own.map((change) => (isOwn === true && change.kind === "remove" ? { ...change, after } : change)),
  ];
}

/**
 * Begins what is ticked, and keeps in this browser how far it is, before the first request and whenever it comes to rest.
 * Null where another tab runs the same case.
 */
export async function startOffboarding(
  queryClient: QueryClient,
  api: Api,
  offboarding: OffboardingRecord,
  plan: OffboardingPlan,
): Promise<BulkJob | null> {
  const release = await lockOffboarding(offboarding.id);
  if (release === null) return null;
  const batch = newEntryId();
  const { choices } = offboarding;
  const planned = await updateStoredOffboarding(api, offboarding, (known) =>
    applyPlan({ ...known, choices }, { ...plan, batch }),
  );
  const job = startBulkJob(queryClient, api, {
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
  releaseWhenDone(queryClient, job, release);
  return job;
}

/** Sends again what failed of a case; false, and nothing is sent, where another tab has taken the case up meanwhile. */
export async function retryOffboarding(
  queryClient: QueryClient,
  job: BulkJob,
  offboardingId: string,
): Promise<boolean> {
  const release = await lockOffboarding(offboardingId);
  if (release === null) return false;
  job.retryFailed();
  releaseWhenDone(queryClient, job, release);
  return true;
}

/**
 * Lets go of a case when its run is finished. Once its backend is left nobody can go on with it, so that whoever returns
 * may take it up again.
 */
function releaseWhenDone(queryClient: QueryClient, job: BulkJob, release: () => void): void {
  let isDisposed = false;
  const cleanups: (() => void)[] = [release];
  const checkDone = () => {
    const state = job.get();
    if (state.phase !== "finished" && (isInProgress(state) || !isDisposed)) return;
    for (const cleanUp of cleanups.splice(0)) cleanUp();
  };
  const unsubscribeDispose = onBackendDisposed(queryClient, () => {
    isDisposed = true;
    checkDone();
  });
  cleanups.push(unsubscribeDispose, job.subscribe(checkDone));
  checkDone();
}
