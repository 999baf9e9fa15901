import type { Subscription } from "@/contract/subscriptions";

export const SUBSCRIPTION_NOUN = { singular: "subscription", plural: "subscriptions" };

export function subscriptionId({ id }: Subscription): number {
  return id;
}
