import type { Subscription } from "@/api/subscriptions";
import { type DuplicateGroup, findDuplicateGroups } from "@/features/subscriptions/findings/duplicates";
import { FINDINGS, type Finding, hasFinding } from "@/features/subscriptions/findings/health-rules";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";

/** Records by finding, in list order. Duplicates are also grouped. */
export interface HealthFindings extends Readonly<Record<Finding, readonly Subscription[]>> {
  readonly groups: readonly DuplicateGroup[];
}

const ROWS_PER_SLICE = 64;
const RECORD_FINDINGS = FINDINGS.filter((finding) => finding !== "duplicate");

/**
 * @param now ms since 1970
 * @param checks checks of sources
 */
export function* collectFindings(
  records: readonly Subscription[],
  now: number,
  checks: ReferenceNames = NO_NAMES,
): CooperativeTask<HealthFindings> {
  const recordsByFinding = {
    overdue: new Array<Subscription>(),
    invalid: new Array<Subscription>(),
    ending: new Array<Subscription>(),
    never: new Array<Subscription>(),
    ended: new Array<Subscription>(),
  };
  for (const [index, record] of records.entries()) {
    if (index % ROWS_PER_SLICE === 0) yield;
    for (const finding of RECORD_FINDINGS)
      if (hasFinding(finding, record, now, checks)) recordsByFinding[finding].push(record);
  }
  const groups = yield* findDuplicateGroups(records);
  return { ...recordsByFinding, groups, duplicate: groups.flat() };
}
