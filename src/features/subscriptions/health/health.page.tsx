import { Stack } from "@mantine/core";
import { useMemo, useState } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { useCheckSources, useSourceChecks } from "@/data/catalog/check-sources";
import { sourceCheckOf } from "@/data/catalog/source-labels";
import { useLoadSourceNames } from "@/data/catalog/source-names";
import { useCollection } from "@/data/collection/use-collection";
import { useProjectError } from "@/data/projects/projects";
import { subscriptionCollection } from "@/data/subscriptions/subscriptions";
import { LazyBulkDialog } from "@/features/subscriptions/bulk/lazy-bulk-dialog";
import { FINDINGS } from "@/features/subscriptions/findings/health-rules";
import { useRecipientNames } from "@/features/subscriptions/model/recipient-names";
import { SUBSCRIPTION_NOUN } from "@/features/subscriptions/model/subscription-filters";
import { EmptySubscriptionList } from "@/features/subscriptions/model/subscription-list-empty";
import { formatCount } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { CollectionFrame, isFirstLoad } from "@/ui/collection-table/collection-frame";
import { EmptyState, SkeletonLines } from "@/ui/feedback/states";
import { useNow } from "@/ui/feedback/time-stamp";
import { HelpLink, Page } from "@/ui/page/page";
import { CheckIcon } from "@/ui/theme/icons";
import { useHealthFindings, usePausedFindings } from "./collect-findings";
import { DstShiftSection, useDstShifts } from "./dst-shift-section";
import { DuplicateSection } from "./duplicate-section";
import { FindingSection, PausedSection, RecipientNamesContext, type RequestedBulk } from "./finding-section";

export function HealthPage() {
  const api = useApi();
  const now = useNow();
  const collection = subscriptionCollection(api, "active");
  const state = useCollection(collection);
  useLoadSourceNames(state.records);
  const { records, broken: invalidRecords, phase } = state;
  const recipientNames = useRecipientNames(records);
  // The sections don't own this state, because a section unmounts when its last finding is fixed.
  const [bulk, setBulk] = useState<RequestedBulk | null>(null);
  return (
    <Page
      title="Health"
      description={
        <>
          Subscriptions that need attention, and how to fix them.{" "}
          <HelpLink page="subscriptions" section="health" topic="health" />
        </>
      }
    >
      <CollectionFrame
        {...SUBSCRIPTION_NOUN}
        state={state}
        controls={collection}
        loadError={useProjectError(state.error)}
        linkTo={paths.health}
        now={now}
        isEmpty={records.length === 0}
      >
        {isFirstLoad(state) ? (
          <SkeletonLines count={6} />
        ) : records.length === 0 ? (
          <EmptySubscriptionList
            view="active"
            purpose="Health finds subscriptions that are overdue, ending, or duplicated, or that never deliver."
            invalidCount={invalidRecords.length}
          />
        ) : (
          <RecipientNamesContext value={recipientNames}>
            <FindingSections
              records={records}
              isComplete={phase === "complete"}
              now={now}
              onBulkRequest={setBulk}
            />
            {bulk && <LazyBulkDialog {...bulk} onClose={() => setBulk(null)} />}
          </RecipientNamesContext>
        )}
      </CollectionFrame>
    </Page>
  );
}

interface SectionsProps {
  readonly records: readonly Subscription[];
  readonly isComplete: boolean;
  readonly now: Date;
  readonly onBulkRequest: (bulk: RequestedBulk) => void;
}

function FindingSections({ records, isComplete, now, onBulkRequest }: SectionsProps) {
  const checks = useSourceChecks();
  const health = useHealthFindings(records, now, checks);
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
