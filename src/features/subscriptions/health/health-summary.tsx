import { memo } from "react";
import { Link } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { useSourceChecks } from "@/data/catalog/check-sources";
import { FINDINGS } from "@/features/subscriptions/findings/health-rules";
import { subscriptionListUrl } from "@/features/subscriptions/model/subscription-filters";
import { paths } from "@/lib/url/paths";
import shared from "@/ui/theme/shared.module.css";
import { useHealthFindings, usePausedFindings } from "./collect-findings";
import { findingCountLabel, pausedCountLabels } from "./health-messages";
import classes from "./health-summary.module.css";

interface HealthSummaryProps {
  readonly records: readonly Subscription[];
  readonly isComplete: boolean;
  readonly now: Date;
}

/**
 * Links findings to their subscriptions, or to the Health page for paused subscriptions. Renders
 * nothing without findings.
 */
export const HealthSummary = memo(function PlainHealthSummary(props: HealthSummaryProps) {
  const { records, isComplete, now } = props;
  const { projectId } = useApi();
  const health = useHealthFindings(records, now, useSourceChecks());
  // A tab of the list has those that have ended.
  const presentFindings = FINDINGS.filter(
    (finding) => finding !== "ended" && (health?.[finding].length ?? 0) > 0,
  );
  const pausedLabels = pausedCountLabels(usePausedFindings(records, now));
  if (health === null || presentFindings.length + pausedLabels.length === 0) return null;
  return (
    <p className={`${shared.notice} ${shared.quietLinks} ${shared.numeric}`} data-no-print>
      {pausedLabels.map((label) => (
        <span key={label} className={classes.finding}>
          <Link to={paths.health(projectId)}>{label}</Link>
        </span>
      ))}
      {presentFindings.map((finding) => (
        <span key={finding} className={classes.finding}>
          <Link to={subscriptionListUrl(projectId, `is:${finding}`)}>
            {findingCountLabel(finding, health[finding].length)}
          </Link>
        </span>
      ))}
      {!isComplete && <span className={classes.finding}>partial results</span>}
    </p>
  );
});
