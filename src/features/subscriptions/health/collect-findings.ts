import { useCallback, useMemo } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { useResumeDates } from "@/data/browser-storage/project-settings";
import { type DuplicateGroup, findDuplicateGroups } from "@/features/subscriptions/findings/duplicates";
import type { Finding } from "@/features/subscriptions/findings/health-rules";
import { FINDINGS, hasFinding, isStoppedByServer } from "@/features/subscriptions/findings/health-rules";
import { getSubscriptionState } from "@/features/subscriptions/model/subscription-rules";
import { isResumeDue } from "@/features/subscriptions/pause/pause-actions";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { localZone } from "@/lib/time/dates";
import { useSlicedTask } from "@/ui/hooks/use-sliced-task";

/** Records by finding, in list order. Duplicates are also grouped. */
interface HealthFindings extends Readonly<Record<Finding, readonly Subscription[]>> {
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

/** Collects findings in slices. Null before the first result. */
export function useHealthFindings(
  records: readonly Subscription[],
  now: Date,
  checks: ReferenceNames,
): HealthFindings | null {
  const nowMs = now.getTime();
  const scan = useCallback(
    (rows: readonly Subscription[]) => collectFindings(rows, nowMs, checks),
    [nowMs, checks],
  );
  return useSlicedTask(records, scan)?.result ?? null;
}

/** Returns paused subscriptions that need to be repaired or resumed, in list order. */
export function usePausedFindings(records: readonly Subscription[], now: Date) {
  const dates = useResumeDates(useApi());
  return useMemo(() => {
    const zone = localZone();
    const paused = records.filter(
      (record) => record.enabled === false && getSubscriptionState(record, now) === "paused",
    );
    // The server has paused these, and doesn't allow resuming them.
    const stopped = paused.filter((record) => isStoppedByServer(record, now));
    const due = paused.filter(
      (record) => !isStoppedByServer(record, now) && isResumeDue(record, dates, now, zone),
    );
    return { stopped, due };
  }, [records, dates, now]);
}
