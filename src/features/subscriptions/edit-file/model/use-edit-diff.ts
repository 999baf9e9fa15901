import { useEffect, useState } from "react";
import { runInSlices } from "@/lib/scheduler/cooperative-task";
import { diffPlan, type PlanDiff, type PlanGround } from "./edit-diff";
import type { PlanText } from "./parse-edit-file";

interface Compared {
  readonly plan: PlanText;
  readonly asNew: boolean;
  readonly diff: PlanDiff;
}

/**
 * What a file says other than the server; null until it is known. What was found stays while it is looked at anew.
 * @param ground null while nothing may be compared; keep the object stable
 */
export function usePlanDiff(plan: PlanText | null, ground: PlanGround | null): PlanDiff | null {
  const [compared, setCompared] = useState<Compared | null>(null);
  useEffect(() => {
    if (plan === null || ground === null) return;
    const given = new AbortController();
    runInSlices(diffPlan(plan, ground), given.signal).then(
      (diff) => setCompared({ plan, asNew: ground.asNew, diff }),
      (error: unknown) => {
        // A crash belongs to the page that shows the plan.
        if (!given.signal.aborted)
          setCompared(() => {
            throw error;
          });
      },
    );
    return () => given.abort();
  }, [plan, ground]);
  if (compared === null || compared.plan !== plan || ground === null) return null;
  return compared.asNew === ground.asNew ? compared.diff : null;
}
