import { Stack } from "@mantine/core";
import { useCallback, useMemo, useState } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useCheckSources, useSourceChecks } from "@/data/catalog/check-sources";
import { sourceCheckOf } from "@/data/catalog/source-labels";
import { LazyBulkDialog } from "@/features/subscriptions/bulk/lazy-bulk-dialog";
import { FINDINGS } from "@/features/subscriptions/findings/health-rules";
import { formatCount } from "@/lib/text/numbers";
import { EmptyState, SkeletonLines } from "@/ui/feedback/states";
import { CheckIcon } from "@/ui/theme/icons";
import { collectFindings } from "./collect-findings";
import { DstShiftSection, useDstShifts } from "./dst-shift-section";
import { DuplicateSection } from "./duplicate-section";
import { FindingSection, type RequestedBulk } from "./finding-section";
import { PausedSection } from "./paused-section";
import { useHealthData } from "./use-health-data";
import { usePausedFindings } from "./use-paused-findings";

interface FindingsViewProps {
  readonly records: readonly Subscription[];
  readonly isComplete: boolean;
  readonly now: Date;
}

export function FindingsView(props: FindingsViewProps) {
  // The sections don't own this state, because a section unmounts when its last finding is fixed.
  const [bulk, setBulk] = useState<RequestedBulk | null>(null);
  return (
    <>
      <FindingSections {...props} onBulkRequest={setBulk} />
      {bulk && <LazyBulkDialog {...bulk} onClose={() => setBulk(null)} />}
    </>
  );
}

interface SectionsProps extends FindingsViewProps {
  readonly onBulkRequest: (bulk: RequestedBulk) => void;
}

function FindingSections({ records, isComplete, now, onBulkRequest }: SectionsProps) {
  const nowMs = now.getTime();
  const checks = useSourceChecks();
  const scanHealth = useCallback(
    (rows: readonly Subscription[]) => collectFindings(rows, nowMs, checks),
    [nowMs, checks],
  );
  const health = useHealthData(records, scanHealth);
  // Checks sources with a known problem again, because it may have been fixed.
  const unsent = useMemo(
    () => [
      ...(health?.overdue ?? []),
      ...(health?.never ?? []).filter((record) => sourceCheckOf(record, checks) !== null),
    ],
    [health, checks],
  );
  useCheckSources(unsent);
  const { stopped, due } = usePausedFindings(records, now);
  const paused = [...stopped, ...due];
  const shifts = useDstShifts(records, now);
  if (health === null) return <SkeletonLines count={6} />;
  const presentFindings = FINDINGS.filter((finding) => health[finding].length > 0);
  if (presentFindings.length === 0 && paused.length === 0 && shifts === null) {
    return (
      <EmptyState
        icon={<CheckIcon size={24} />}
        title="No findings"
        detail={
          isComplete
            ? "No subscriptions need attention."
            : `Checked the ${formatCount(records.length)} subscriptions loaded so far.`
        }
      />
    );
  }
  return (
    <Stack>
      {paused.length > 0 && <PausedSection records={paused} now={now} onBulkRequest={onBulkRequest} />}
      {shifts && <DstShiftSection key={shifts.change.at.getTime()} shifts={shifts} now={now} />}
      {presentFindings.map((finding) =>
        finding === "duplicate" ? (
          <DuplicateSection key={finding} groups={health.groups} />
        ) : (
          <FindingSection
            key={finding}
            finding={finding}
            records={health[finding]}
            now={now}
            onBulkRequest={onBulkRequest}
          />
        ),
      )}
    </Stack>
  );
}
