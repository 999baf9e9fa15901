import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { fieldLabel, formatFieldValue } from "./change-labels";
import { isSameValue } from "./same-value";

/** What servers never keep (upstream-facts, Subscriptions): it tells nothing of what was done. */
const WRITE_ONLY_FIELD = "invite_message";

/** A change of a record that was planned. */
interface ExpectedChange {
  /** The record as the plan saw it. */
  readonly before: Subscription;
  readonly body: SubscriptionChange;
  readonly precondition?: readonly (keyof SubscriptionChange)[];
}

function comparableFields(body: SubscriptionChange): readonly string[] {
  return Object.keys(body).filter((field) => field !== WRITE_ONLY_FIELD);
}

/**
 * How a record stands to a change of it: `before` where every field that would be written is as it was, `after` where
 * all are as wanted already, `neither` where somebody has written something else, or moved it to the bin or out of it.
 */
export function compareWithExpected(
  current: Subscription,
  change: ExpectedChange,
): "before" | "after" | "neither" {
  const fields = comparableFields(change.body);
  const agrees = (other: object) =>
    fields.every((field) => isSameValue(field, Reflect.get(current, field), Reflect.get(other, field)));
  if (agrees(change.body)) return "after";
  const isMoved = change.body.deleted === undefined && current.deleted !== change.before.deleted;
  const isPreconditionMet = (change.precondition ?? []).every((field) =>
    isSameValue(field, current[field], change.before[field]),
  );
  return !isMoved && isPreconditionMet && agrees(change.before) ? "before" : "neither";
}

/** Why a change is not sent over a record that agrees with neither side of it. */
export function conflictMessage(
  current: Subscription,
  { before, body, precondition = [] }: ExpectedChange,
): string {
  const field = [...comparableFields(body), ...precondition, "deleted"].find(
    (name) => !isSameValue(name, current[name], before[name]),
  );
  const now =
    field === undefined ? "" : `: ${fieldLabel(field)} is ${formatFieldValue(field, current[field])} now`;
  return `Somebody changed it meanwhile${now}. Nothing was sent, so that the newer change stands.`;
}
