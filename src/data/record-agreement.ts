import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { isSameValue } from "./same-value";

/** What servers never keep (upstream-facts, Subscriptions): it tells nothing of what was done. */
const NEVER_SERVED = "invite_message";

/**
 * How a record stands to a change of it: `before` where every field that would be written is as it was, `after` where
 * all are as wanted already, `neither` where somebody has written something else, or moved it to the bin or out of it.
 */
export function agreementOf(
  current: Subscription,
  change: { readonly before: Subscription; readonly body: SubscriptionChange },
): "before" | "after" | "neither" {
  const fields = Object.keys(change.body).filter((field) => field !== NEVER_SERVED);
  const agrees = (other: object) =>
    fields.every((field) => isSameValue(field, Reflect.get(current, field), Reflect.get(other, field)));
  if (agrees(change.body)) return "after";
  const wasMoved = change.body.deleted === undefined && current.deleted !== change.before.deleted;
  return !wasMoved && agrees(change.before) ? "before" : "neither";
}
