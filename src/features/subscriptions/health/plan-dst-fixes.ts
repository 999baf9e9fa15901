import type { PlannedSubscriptionItem } from "@/data/changes/planned-change";
import { planDstFix } from "@/features/subscriptions/findings/plan-dst-fix";
import { subscriptionLabel } from "@/features/subscriptions/model/subscription-rules";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import type { ReferenceNames } from "@/lib/search/record-schema";
import type { ShiftedSubscription } from "./find-dst-shifts";

const FIXES_PER_SLICE = 16;

export function* planDstFixes(
  shifted: readonly ShiftedSubscription[],
  names?: ReferenceNames,
): CooperativeTask<readonly PlannedSubscriptionItem[]> {
  const changes: PlannedSubscriptionItem[] = [];
  for (const [index, { record, shift }] of shifted.entries()) {
    if (index % FIXES_PER_SLICE === 0) yield;
    const common = { key: String(record.id), name: subscriptionLabel(record, names) };
    const fix = planDstFix(record, shift);
    changes.push(
      fix.kind === "change"
        ? { ...common, resource: "subscription", kind: "change", before: record, body: fix.body }
        : { ...common, kind: "impossible", why: fix.reason },
    );
  }
  return changes;
}
