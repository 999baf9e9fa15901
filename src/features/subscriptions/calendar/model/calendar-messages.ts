import { formatCount } from "@/lib/text/numbers";

/** For a list that isn't loaded completely: a day without deliveries may have some. */
export function partialCalendarMessage(loadedCount: number, totalCount: number): string {
  return `Days may look empty: only ${formatCount(loadedCount)} of ${formatCount(totalCount)} subscriptions are loaded.`;
}
