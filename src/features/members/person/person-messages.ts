import {
  levelLabel,
  type OtherLevels,
  otherAccessMessage,
  remainingAccessMessage,
} from "@/data/changes/access-levels";
import { formatCount, pluralize } from "@/lib/text/numbers";

export function noExplicitLevelMessage(others: OtherLevels): string {
  if (others.inherited_access) return `No explicit level. ${otherAccessMessage(others)}.`;
  return others.parent_level === null
    ? "No explicit level. The organization level is unknown."
    : `No explicit level. ${remainingAccessMessage(others)}`;
}

/**
 * Describes a change of the effective level.
 * @param after null when unknown
 */
export function effectiveLevelChangeLabel(before: number, after: number | null): string {
  if (after === null) return `Effective level: ${levelLabel(before)} → organization level (unknown)`;
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
