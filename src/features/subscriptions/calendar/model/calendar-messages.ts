import { formatCount } from "@/lib/text/numbers";

/** Warns that days may look empty until all subscriptions have loaded. */
export function partialCalendarMessage(loadedCount: number, totalCount: number): string {
  return `Days may look empty: only ${formatCount(loadedCount)} of ${formatCount(totalCount)} subscriptions are loaded.`;
}
