import type { Subscription } from "@/api/subscriptions";
import { type FieldChange, fieldChanges, WRITE_ONLY_FIELD } from "@/data/journal/journal-entry";
import { parseInstant } from "@/lib/time/dates";
import { fieldLabel, formatFieldValue, INSTANT_FIELDS } from "./change-labels";
import type { PlannedSubscriptionUpdate } from "./planned-change";

/** Normalizes a value for comparison. Ignores the notation of instants and the order of weekdays. */
export function toComparableValue(field: string, value: unknown): string {
  if (INSTANT_FIELDS.has(field) && typeof value === "string") {
    return String(parseInstant(value)?.getTime() ?? value);
  }
  if (field === "byweekday" && Array.isArray(value)) {
    return value.length === 0 ? "null" : JSON.stringify(value.map(String).sort());
  }
  return JSON.stringify(value) ?? "null";
}

/** Whether two values of a field are equal, ignoring notation. A missing value equals null. */
export function isSameValue(field: string, one: unknown, other: unknown): boolean {
  return toComparableValue(field, one) === toComparableValue(field, other);
}

export function haveSameValues(fields: readonly string[], one: object, other: object): boolean {
  return fields.every((field) => isSameValue(field, Reflect.get(one, field), Reflect.get(other, field)));
}

/**
 * `after`: all fields have their new values. `before`: all fields have their old values. `neither`: someone else has
 * changed `different`.
 */
export type FieldComparison =
  | { readonly state: "after" | "before" }
  | { readonly state: "neither"; readonly different: FieldChange };

/** Compares a record with a change. A field with the same value before and after is a condition. */
export function compareFields(record: object, changes: readonly FieldChange[]): FieldComparison {
  const isNew = ({ field, after }: FieldChange) => isSameValue(field, Reflect.get(record, field), after);
  const isOld = ({ field, before }: FieldChange) => isSameValue(field, Reflect.get(record, field), before);
  if (changes.every(isNew)) return { state: "after" };
  const changed = changes.filter((change) => !isOld(change));
  // A field that already has its new value doesn't conflict. It is named only if no field conflicts.
  const different = changed.find((change) => !isNew(change)) ?? changed[0];
  return different === undefined ? { state: "before" } : { state: "neither", different };
}

/** Compares a subscription with a change that is based on an earlier read. */
export function compareWithPlan(
  current: Subscription,
  { before, body, precondition = [] }: Pick<PlannedSubscriptionUpdate, "before" | "body" | "precondition">,
): FieldComparison {
  const changes = fieldChanges(before, body, null).filter(({ field }) => field !== WRITE_ONLY_FIELD);
  // A field that the server doesn't return may have its old value.
  const isUnreturned = (field: string) => Reflect.get(current, field) === undefined;
  const unreturned = ["deleted", ...Object.keys(body)].filter(isUnreturned);
  const record = {
    ...current,
    ...Object.fromEntries(unreturned.map((field) => [field, Reflect.get(before, field)])),
  };
  // If the record is already deleted or restored, nothing needs to be sent.
  const isMove = body.deleted !== undefined;
  if (isMove && compareFields(record, changes).state === "after") return { state: "after" };
  const conditions = isMove || before.deleted === undefined ? precondition : [...precondition, "deleted"];
  const others = conditions.filter((field) => !(field in body));
  const unchanged = Object.fromEntries(others.map((field) => [field, Reflect.get(before, field)]));
  return compareFields(record, [...changes, ...fieldChanges(before, unchanged, null)]);
}

export function conflictMessage(field: string, current: unknown): string {
  return `Someone else changed “${fieldLabel(field)}” to ${formatFieldValue(field, current)}. Your change wasn't saved.`;
}

/** Explains why a duplicate isn't deleted. Returns null if the remaining subscription is unchanged since planning. */
export function replacementConflict(
  current: Subscription,
  before: Subscription,
  fields: readonly (keyof Subscription)[],
): string | null {
  const field = ([...fields, "deleted"] as const).find(
    (name) => !isSameValue(name, current[name], before[name]),
  );
  return field === undefined
    ? null
    : `Someone else changed the subscription you're keeping: “${fieldLabel(field)}” is now ${formatFieldValue(field, current[field])}. The duplicate wasn't deleted.`;
}
