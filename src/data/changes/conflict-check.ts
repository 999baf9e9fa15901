import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { fieldLabel, formatFieldValue } from "./change-labels";
import { isSameValue } from "./same-value";

/** Servers never return this field (upstream-facts, Subscriptions), so its value is unknown. */
const WRITE_ONLY_FIELD = "invite_message";

interface ExpectedChange {
  /** The record at the time of planning. */
  readonly before: Subscription;
  readonly body: SubscriptionChange;
  readonly precondition?: readonly (keyof SubscriptionChange)[];
}

function comparableFields(body: SubscriptionChange): readonly string[] {
  return Object.keys(body).filter((field) => field !== WRITE_ONLY_FIELD);
}

/**
 * Compares a record with a planned change. `before`: the fields have their old values. `after`: the fields have their
 * new values. `neither`: someone else has changed, deleted or restored the record.
 */
export function compareWithExpected(
  current: Subscription,
  { before, body, precondition = [] }: ExpectedChange,
): "before" | "after" | "neither" {
  const fields = comparableFields(body);
  const matchesRecord = (other: object, names: readonly string[] = fields) =>
    names.every((field) => isSameValue(field, Reflect.get(current, field), Reflect.get(other, field)));
  const isUpToDate = matchesRecord(body);
  // If the record is already deleted or restored, nothing needs to be sent.
  if (isUpToDate && body.deleted !== undefined) return "after";
  const isUnknown = (field: string) => Reflect.get(current, field) === undefined;
  const isMoved =
    body.deleted === undefined &&
    before.deleted !== undefined &&
    !isUnknown("deleted") &&
    current.deleted !== before.deleted;
  const others = precondition.filter((field) => !fields.includes(field));
  if (isMoved || !matchesRecord(before, others)) return "neither";
  if (isUpToDate) return "after";
  // A field that the server doesn't return may have its old value.
  const knownFields = fields.filter((field) => !isUnknown(field));
  return matchesRecord(before, knownFields) ? "before" : "neither";
}

/** Explains why a duplicate isn't deleted. Returns null if the remaining subscription is unchanged since planning. */
export function replacementConflict(
  current: Subscription,
  before: Subscription,
  fields: readonly (keyof SubscriptionChange)[],
): string | null {
  const field = ([...fields, "deleted"] as const).find(
    (name) => !isSameValue(name, current[name], before[name]),
  );
  return field === undefined
    ? null
    : `Someone else changed the subscription you're keeping: “${fieldLabel(field)}” is now ${formatFieldValue(field, current[field])}. The duplicate wasn't deleted.`;
}

function describeValue(record: Subscription, field: keyof Subscription): string {
  return `“${fieldLabel(field)}” to ${formatFieldValue(field, record[field])}`;
}

/** Explains why a change isn't sent to a record that has neither the old nor the new values. */
export function conflictMessage(
  current: Subscription,
  { before, body, precondition = [] }: ExpectedChange,
): string {
  const fields = [...comparableFields(body), ...precondition, "deleted"].filter(
    (name) => !isSameValue(name, current[name], before[name]),
  );
  // A field that already has the new value doesn't conflict. It is named only if no field
  // conflicts.
  const isConflicting = (name: string) =>
    !(name in body) || !isSameValue(name, current[name], Reflect.get(body, name));
  const field = fields.find(isConflicting) ?? fields[0];
  const changed = field === undefined ? "this subscription" : describeValue(current, field);
  return `Someone else changed ${changed}. Your change wasn't saved.`;
}
