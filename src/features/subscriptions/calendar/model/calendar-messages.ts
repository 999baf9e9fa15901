import { formatCount } from "@/lib/text/numbers";

/** Warns that subscriptions that haven't loaded yet may have deliveries on days that look empty. */
export function partialCalendarMessage(loadedCount: number, totalCount: number): string {
  return `Days may look empty: only ${formatCount(loadedCount)} of ${formatCount(totalCount)} subscriptions are loaded.`;
}
