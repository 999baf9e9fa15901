import type { Subscription } from "@/contract/subscriptions";
import type { SlicedWork } from "@/lib/slices";
import { duplicateGroups } from "./duplicates";
import { FINDINGS, type Finding, isFound } from "./health-rules";

/** The records of each finding, in the order of the list. */
export type Findings = Readonly<Record<Finding, readonly Subscription[]>>;

const ROWS_BETWEEN_RESTS = 64;

/** Everything that is the matter with the records of a list at a moment (ms since 1970). */
export function* findAll(records: readonly Subscription[], now: number): SlicedWork<Findings> {
  const found: Record<Finding, Subscription[]> = { overdue: [], ending: [], duplicate: [], never: [], ended: [] };
  for (const [place, record] of records.entries()) {
    if (place % ROWS_BETWEEN_RESTS === 0) yield;
    for (const finding of FINDINGS)
      if (finding !== "duplicate" && isFound(finding, record, now)) found[finding].push(record);
  }
  const groups = yield* duplicateGroups(records);
  found.duplicate = groups.flat();
  return found;
}
