import { formatCount, pluralize } from "@/lib/text/numbers";

interface PeriodTotal {
  readonly deliveryCount: number;
  readonly subscriptionCount: number;
  /** The period's name with a preposition, such as "in April 2027". */
  readonly period: string;
  /** Whether deliveries at the end of the period are unknown. */
  readonly isCut: boolean;
}

/** Describes a total: "482 deliveries in April 2027 from 60 subscriptions". */
export function periodTotalMessage(total: PeriodTotal): string {
  const { deliveryCount, subscriptionCount, period, isCut } = total;
  if (deliveryCount === 0) return isCut ? `Deliveries ${period} are unknown` : `No deliveries ${period}`;
  const count = isCut
    ? pluralize(deliveryCount, "known delivery", "known deliveries")
    : pluralize(deliveryCount, "delivery", "deliveries");
  return `${count} ${period} from ${pluralize(subscriptionCount, "subscription", "subscriptions")}`;
}

/** Warns that days may look empty until all subscriptions have loaded. */
export function partialCalendarMessage(loadedCount: number, totalCount: number): string {
  return `Days may look empty: only ${formatCount(loadedCount)} of ${formatCount(totalCount)} subscriptions are loaded.`;
}
