import type { Subscription } from "@/contract/subscriptions";
import { type DuplicateGroup, duplicateGroups } from "@/features/subscriptions/findings/duplicates";
import { type Finding, isFound, isPlanned } from "@/features/subscriptions/findings/health-rules";
import type { SlicedWork } from "@/lib/scheduler/cooperative-task";

/** The records of each finding in the order of the list, and the duplicates by group as well. */
export interface Health extends Readonly<Record<Finding, readonly Subscription[]>> {
  readonly groups: readonly DuplicateGroup[];
}

const ROWS_BETWEEN_RESTS = 64;
const PLANNED_FINDINGS = ["overdue", "ending", "never"] as const;

/** Everything that is the matter with the records of a list at a moment (ms since 1970). */
export function* findHealth(records: readonly Subscription[], now: number): SlicedWork<Health> {
  const found = {
    overdue: new Array<Subscription>(),
    ending: new Array<Subscription>(),
    never: new Array<Subscription>(),
    ended: new Array<Subscription>(),
  };
  for (const [place, record] of records.entries()) {
    if (place % ROWS_BETWEEN_RESTS === 0) yield;
    // Most records are planned, and nothing else that is asked of them is true of the others.
    if (!isPlanned(record)) {
      if (!record.deleted) found.ended.push(record);
      continue;
    }
    for (const finding of PLANNED_FINDINGS) if (isFound(finding, record, now)) found[finding].push(record);
  }
  const groups = yield* duplicateGroups(records);
  return { ...found, groups, duplicate: groups.flat() };
}
