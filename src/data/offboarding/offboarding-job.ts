import type { QueryClient } from "@tanstack/react-query";
import { isUnderWay, startBulkRun } from "@/data/bulk/bulk-job";
import { stopWithRuns } from "@/data/bulk/bulk-job-store";
import { type BulkRun } from "@/data/bulk/bulk-job-types";
import type { PlannedWrite } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import { newEntryId } from "@/data/journal/journal-entry";
import { withRun } from "./offboarding-outcome";
import { MEMBERSHIP_KEY, type OffboardingStep } from "./offboarding-plan";
import { type LookedThrough, type OffboardingCase, withPlan } from "./offboarding-record";
import type { OffboardingFindings } from "./offboarding-scan";
import { holdCase, keepCase } from "./offboarding-store";

/** A plan as it stands when it is run. */
export interface OffboardingPlan {
  readonly steps: readonly OffboardingStep[];
  readonly findings: OffboardingFindings;
  readonly looked: LookedThrough;
  /** Whether the key's holder leaves: without their access nothing more could be sent. Null where nobody says whose it is. */
  readonly isOwn: boolean | null;
}

/** What an offboarding is called: in the journal, and while it runs. */
export function offboardingLabel({ leaver }: Pick<OffboardingCase, "leaver">): string {
  return `Offboard ${leaver.name || leaver.email}`;
}

/**
 * What is sent for the ticked steps, in their order. One's own access is given up last, once all else is done; one that
 * may be one's own goes last as well, but a delivery that fails does not keep it.
 */
export function writesOf(steps: readonly OffboardingStep[], isOwn: boolean | null): readonly PlannedWrite[] {
  const writes = steps.filter(({ isTicked }) => isTicked).map(({ write }) => write);
  if (isOwn === false) return writes;
  const others = writes.filter(({ key }) => key !== MEMBERSHIP_KEY);
  const after = others.filter(({ kind }) => kind === "change").map(({ key }) => key);
  const own = writes.filter(({ key }) => key === MEMBERSHIP_KEY);
  return [
    ...others,
    ...own.map((write) => (isOwn === true && write.kind === "remove" ? { ...write, after } : write)),
  ];
}

/**
 * Begins what is ticked, and keeps in this browser how far it is, before the first request and whenever it comes to rest.
 * Null where another tab runs the same case.
 */
export async function startOffboarding(
  queries: QueryClient,
  api: Api,
  kept: OffboardingCase,
  plan: OffboardingPlan,
): Promise<BulkRun | null> {
  const letGo = await holdCase(kept.id);
  if (letGo === null) return null;
  const batch = newEntryId();
  const { choices } = kept;
  const planned = await keepCase(api, kept, (known) => withPlan({ ...known, choices }, { ...plan, batch }));
  const run = startBulkRun(queries, api, {
    id: batch,
    label: offboardingLabel(kept),
    writes: writesOf(plan.steps, plan.isOwn),
  });
  let wasUnderWay = true;
  const noteRest = () => {
    const isNow = isUnderWay(run.get());
    if (wasUnderWay && !isNow) void keepCase(api, planned, (known) => withRun(known, run));
    wasUnderWay = isNow;
  };
  run.subscribe(noteRest);
  noteRest();
  letGoAfter(queries, run, letGo);
  return run;
}

/** Sends again what failed of a case; false, and nothing is sent, where another tab has taken the case up meanwhile. */
export async function retryOffboarding(queries: QueryClient, run: BulkRun, caseId: string): Promise<boolean> {
  const letGo = await holdCase(caseId);
  if (letGo === null) return false;
  run.retryFailed();
  letGoAfter(queries, run, letGo);
  return true;
}

/**
 * Lets go of a case when its run is finished. Once its backend is left nobody can go on with it, so that whoever returns
 * may take it up again.
 */
function letGoAfter(queries: QueryClient, run: BulkRun, letGo: () => void): void {
  let isLeft = false;
  const ends: (() => void)[] = [letGo];
  const follow = () => {
    const state = run.get();
    if (state.phase !== "finished" && (isUnderWay(state) || !isLeft)) return;
    for (const end of ends.splice(0)) end();
  };
  const forgetStop = stopWithRuns(queries, () => {
    isLeft = true;
    follow();
  });
  ends.push(forgetStop, run.subscribe(follow));
  follow();
}
