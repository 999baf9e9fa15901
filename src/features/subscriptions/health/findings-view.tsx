import { useCallback, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { BulkTask } from "@/features/subscriptions/bulk/lazy-bulk-dialog";
import { FINDINGS } from "@/features/subscriptions/findings/health-rules";
import { formatCount } from "@/lib/text/numbers";
import { EmptyState, SkeletonLines } from "@/ui/feedback/states";
import { CheckIcon } from "@/ui/theme/icons";
import { DuplicateSection } from "./duplicate-section";
import { findHealth } from "./find-health";
import { type ChosenBulk, FindingSection } from "./finding-section";
import classes from "./health.module.css";
import { useLookedAt } from "./use-health-data";

interface FindingsViewProps {
  readonly records: readonly Subscription[];
  /** Whether these are all there are. */
  readonly isWhole: boolean;
  readonly now: Date;
}

/** Every finding with what it means, the deliveries and what mends them; or that all is well. */
export function FindingsView(props: FindingsViewProps) {
  // Here and not in its section, which goes when what it tells is mended.
  const [bulk, setBulk] = useState<ChosenBulk | null>(null);
  return (
    <>
      <Sections {...props} onBulk={setBulk} />
      {bulk && <BulkTask {...bulk} onClose={() => setBulk(null)} />}
    </>
  );
}

interface SectionsProps extends FindingsViewProps {
  readonly onBulk: (bulk: ChosenBulk) => void;
}

function Sections({ records, isWhole, now, onBulk }: SectionsProps) {
  const time = now.getTime();
  const look = useCallback((rows: readonly Subscription[]) => findHealth(rows, time), [time]);
  const health = useLookedAt(records, look);
  if (health === null) return <SkeletonLines n={6} />;
  const found = FINDINGS.filter((finding) => health[finding].length > 0);
  if (found.length === 0) {
    return (
      <EmptyState
        icon={<CheckIcon size={24} />}
        title="Nothing needs you"
        detail={
          isWhole
            ? "Every delivery is planned, reaches somebody, and is sent once."
            : `That is true of the ${formatCount(records.length)} deliveries loaded so far.`
        }
      />
    );
  }
  return (
    <div className={classes.sections}>
      {found.map((finding) =>
        finding === "duplicate" ? (
          <DuplicateSection key={finding} groups={health.groups} />
        ) : (
          <FindingSection
            key={finding}
            finding={finding}
            records={health[finding]}
            now={now}
            onBulk={onBulk}
          />
        ),
      )}
    </div>
  );
}
