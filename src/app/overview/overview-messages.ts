import { formatCount, pluralize } from "@/lib/text/numbers";

/** Below the shown items of a section. @param count items that aren't shown */
export function moreItemsMessage(count: number): string {
  return `and ${formatCount(count)} more`;
}

/** For a list that isn't loaded completely. */
export function loadedPartMessage(loadedCount: number, totalCount: number): string {
  return `Based on ${formatCount(loadedCount)} of ${pluralize(totalCount, "subscription", "subscriptions")}.`;
}

/** E.g. "Poor: LCP, INP". */
export function worstMetricsMessage(rating: string, metrics: readonly string[]): string {
  return `${rating}: ${metrics.join(", ")}`;
}
