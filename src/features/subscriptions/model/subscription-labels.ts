import type { Subscription } from "@/api/subscriptions";

export const SUBSCRIPTION_NOUN = { singular: "subscription", plural: "subscriptions" };

export function subscriptionId({ id }: Subscription): number {
  return id;
}
