import {
  endAccessMessage,
  explainOtherAccess,
  levelLabel,
  type OtherLevels,
} from "@/data/changes/access-levels";
import { formatCount, pluralize } from "@/lib/text/numbers";

/** Explains the access without an explicit level, and how to end it. */
export function noExplicitLevelMessage(others: OtherLevels): string {
  return [explainOtherAccess(others), endAccessMessage(others)].filter((part) => part !== null).join(" ");
}

/**
 * Describes a change of the effective level.
 * A null level is unknown.
 */
export function effectiveLevelChangeLabel(before: number | null, after: number | null): string {
  if (after === null) return `Effective level: ${levelLabel(before)} → unknown`;
  if (after === before) return `Effective level: ${levelLabel(before)} (unchanged)`;
  return `Effective level: ${levelLabel(before)} → ${levelLabel(after)}`;
}

/**
 * @param totalCount null when unknown
 * @param isComplete whether all subscriptions have loaded
 */
export function checkedSubscriptionsMessage(
  loadedCount: number,
  totalCount: number | null,
  isComplete: boolean,
): string {
  const checked = isComplete
    ? `Checked ${pluralize(loadedCount, "subscription", "subscriptions")} outside Trash`
    : `Checked ${formatCount(loadedCount)}${totalCount === null ? "" : ` of ${formatCount(totalCount)}`} subscriptions so far`;
  return `${checked}. Slack channels and webhooks aren't included.`;
}
