import type { Subscription } from "@/contract/subscriptions";

/** What the records of a list are called where they are counted. */
export const SUBSCRIPTION_NOUN = { singular: "delivery", plural: "deliveries" };

/** By what a table knows a delivery. */
export function subscriptionId({ id }: Subscription): number {
  return id;
}
