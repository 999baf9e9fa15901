import type { Subscription } from "@/contract/subscriptions";
import { type DuplicateGroup, findDuplicateGroups } from "@/features/subscriptions/findings/duplicates";
import { type Finding, hasFinding, isScheduled } from "@/features/subscriptions/findings/health-rules";
import { getSubscriptionState } from "@/features/subscriptions/model/subscription-rules";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";

/** Records by finding, in list order. Duplicates are also grouped. */
export interface HealthFindings extends Readonly<Record<Finding, readonly Subscription[]>> {
  readonly groups: readonly DuplicateGroup[];
}

const ROWS_PER_SLICE = 64;
const PLANNED_FINDINGS = ["overdue", "ending", "never"] as const;

/** @param now ms since 1970 */
export function* collectFindings(
  records: readonly Subscription[],
  now: number,
): CooperativeTask<HealthFindings> {
  const recordsByFinding = {
    overdue: new Array<Subscription>(),
    ending: new Array<Subscription>(),
    never: new Array<Subscription>(),
    ended: new Array<Subscription>(),
  };
  for (const [index, record] of records.entries()) {
    if (index % ROWS_PER_SLICE === 0) yield;
    // All findings except `ended` apply only to records with a next delivery.
    if (!isScheduled(record)) {
      if (getSubscriptionState(record, new Date(now)) === "ended") recordsByFinding.ended.push(record);
      continue;
    }
    for (const finding of PLANNED_FINDINGS)
      if (hasFinding(finding, record, now)) recordsByFinding[finding].push(record);
  }
  const groups = yield* findDuplicateGroups(records);
  return { ...recordsByFinding, groups, duplicate: groups.flat() };
}
