import { formatCount, pluralize } from "@/lib/text/numbers";

/**
 * @param period the period's name with a preposition, such as "in April 2027"
 * @param isCut whether deliveries at the end of the period are unknown
 */
export function periodTotalMessage(total: number, period: string, isCut: boolean): string {
  if (total === 0) return isCut ? `Deliveries ${period} are unknown.` : `No deliveries ${period}.`;
  const count = isCut
    ? pluralize(total, "known delivery", "known deliveries")
    : pluralize(total, "delivery", "deliveries");
  return `${count} ${period}.`;
}

/** Warns that days may look empty until all subscriptions have loaded. */
export function partialCalendarMessage(loadedCount: number, totalCount: number): string {
  return `Days may look empty: only ${formatCount(loadedCount)} of ${formatCount(totalCount)} subscriptions are loaded.`;
}
