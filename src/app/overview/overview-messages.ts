import { formatCount, pluralize } from "@/lib/text/numbers";

/**
 * Shown below a section's items.
 * @param count number of items that aren't shown
 */
export function moreItemsMessage(count: number): string {
  return `and ${formatCount(count)} more`;
}

/** Shown for a list that hasn't loaded completely. */
export function loadedPartMessage(loadedCount: number, totalCount: number): string {
  return `Based on ${formatCount(loadedCount)} of ${pluralize(totalCount, "subscription", "subscriptions")}.`;
}

/** Formats a rating and its metrics, such as "Poor: LCP, INP". */
export function worstMetricsMessage(rating: string, metrics: readonly string[]): string {
  return `${rating}: ${metrics.join(", ")}`;
}

/** Returns the source of a delivery, or null if the title already contains it. */
export function deliverySourceMessage(title: string, source: string): string | null {
  return title.toLowerCase().includes(source.toLowerCase()) ? null : source;
}
