import { formatCount, pluralize } from "@/lib/text/numbers";

/**
 * Shown below a section's items.
 * @param count number of items that aren't shown
 */
export function moreItemsMessage(count: number): string {
  return `and ${formatCount(count)} more`;
}

/** Shown for a list that isn't fully loaded. */
export function loadedPartMessage(loadedCount: number, totalCount: number): string {
  return `Based on ${formatCount(loadedCount)} of ${pluralize(totalCount, "subscription", "subscriptions")}.`;
}

/** Returns for example "Poor: LCP, INP". */
export function worstMetricsMessage(rating: string, metrics: readonly string[]): string {
  return `${rating}: ${metrics.join(", ")}`;
}
