import type { Subscription } from "@/contract/subscriptions";

/** What the records of a list are called where they are counted. */
export const DELIVERIES = { one: "delivery", other: "deliveries" };

/** By what a table knows a delivery. */
export function idOf({ id }: Subscription): number {
  return id;
}
