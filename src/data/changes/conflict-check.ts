import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { fieldLabel, valueWords } from "./change-labels";
import { isSameValue } from "./same-value";

/** What servers never keep (upstream-facts, Subscriptions): it tells nothing of what was done. */
const NEVER_SERVED = "invite_message";

/** A change of a record that was planned. */
interface Change {
  /** The record as the plan saw it. */
  readonly before: Subscription;
  readonly body: SubscriptionChange;
  readonly asLongAs?: readonly (keyof SubscriptionChange)[];
}

function toldFields(body: SubscriptionChange): readonly string[] {
  return Object.keys(body).filter((field) => field !== NEVER_SERVED);
}

/**
 * How a record stands to a change of it: `before` where every field that would be written is as it was, `after` where
 * all are as wanted already, `neither` where somebody has written something else, or moved it to the bin or out of it.
 */
export function agreementOf(current: Subscription, change: Change): "before" | "after" | "neither" {
  const fields = toldFields(change.body);
  const agrees = (other: object) =>
    fields.every((field) => isSameValue(field, Reflect.get(current, field), Reflect.get(other, field)));
  if (agrees(change.body)) return "after";
  const wasMoved = change.body.deleted === undefined && current.deleted !== change.before.deleted;
  const holds = (change.asLongAs ?? []).every((field) =>
    isSameValue(field, current[field], change.before[field]),
  );
  return !wasMoved && holds && agrees(change.before) ? "before" : "neither";
}

/** Why a change is not sent over a record that agrees with neither side of it. */
export function newerWords(current: Subscription, { before, body, asLongAs = [] }: Change): string {
  const field = [...toldFields(body), ...asLongAs, "deleted"].find(
    (name) => !isSameValue(name, current[name], before[name]),
  );
  const now = field === undefined ? "" : `: ${fieldLabel(field)} is ${valueWords(field, current[field])} now`;
  return `Somebody changed it meanwhile${now}. Nothing was sent, so that the newer change stands.`;
}
