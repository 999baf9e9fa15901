import { useCallback } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useSourceChecks } from "@/data/catalog/check-sources";
import { useApi } from "@/data/client/api-context";
import { FINDINGS } from "@/features/subscriptions/findings/health-rules";
import { collectFindings } from "@/features/subscriptions/health/collect-findings";
import {
  FINDING_STATUSES,
  findingCountLabel,
  PAUSED_STATUS,
  pausedCountLabels,
} from "@/features/subscriptions/health/health-labels";
import { useHealthData } from "@/features/subscriptions/health/use-health-data";
import { usePausedFindings } from "@/features/subscriptions/health/use-paused-findings";
import {
  DEFAULT_LIST_FILTERS,
  formatSubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import { paths } from "@/lib/url/paths";
import { isFirstLoad } from "@/ui/collection-table/collection-frame";
import { Status } from "@/ui/primitives/status";
import type { SubscriptionsProps } from "./deliveries-section";
import { OverviewItem, OverviewSection } from "./overview-section";

export function HealthSection({ state, now }: SubscriptionsProps) {
  const { projectId } = useApi();
  const { records } = state;
  const nowMs = now.getTime();
  const checks = useSourceChecks();
  const scanHealth = useCallback(
    (rows: readonly Subscription[]) => collectFindings(rows, nowMs, checks),
    [nowMs, checks],
  );
  const health = useHealthData(records, scanHealth);
  const findings = FINDINGS.filter((finding) => (health?.[finding].length ?? 0) > 0);
  const paused = pausedCountLabels(usePausedFindings(records, now));
  return (
    <OverviewSection
      title="Needs attention"
      to={paths.health(projectId)}
      linkLabel="Health"
      isLoading={health === null || isFirstLoad(state)}
      empty="No problems found."
      items={[
        ...paused.map((label) => (
          <OverviewItem key={label} to={paths.health(projectId)} label={label}>
            <Status {...PAUSED_STATUS} />
          </OverviewItem>
        )),
        ...findings.map((finding) => (
          <OverviewItem
            key={finding}
            to={`${paths.subscriptions(projectId)}${formatSubscriptionListFilters({ ...DEFAULT_LIST_FILTERS, query: `is:${finding}` })}`}
            label={findingCountLabel(finding, health?.[finding].length ?? 0)}
          >
            {FINDING_STATUSES[finding] && <Status {...FINDING_STATUSES[finding]} />}
          </OverviewItem>
        )),
      ]}
    />
  );
}
