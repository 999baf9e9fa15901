import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";

/** Whether every field that an undo would write still holds what the write had left there. */
export function isStillAsLeft(
  current: Subscription,
  left: Subscription,
  change: SubscriptionChange,
): boolean {
  const now: Readonly<Record<string, unknown>> = { ...current };
  const then: Readonly<Record<string, unknown>> = { ...left };
  // Lists are compared by content.
  return Object.keys(change).every((field) => JSON.stringify(now[field]) === JSON.stringify(then[field]));
}
