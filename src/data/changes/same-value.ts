import { parseInstant } from "@/lib/time/dates";

/** The fields of a subscription, an export or a member that hold a moment. */
export const INSTANT_FIELDS: ReadonlySet<string> = new Set([
  "start_date",
  "until_date",
  "expires_after",
  "joined_at",
]);

/** A field's value in the form in which two are compared: one moment has many spellings, weekdays have no order. */
export function toComparableValue(field: string, value: unknown): string {
  if (INSTANT_FIELDS.has(field) && typeof value === "string") {
    return String(parseInstant(value)?.getTime() ?? value);
  }
  if (field === "byweekday" && Array.isArray(value)) {
    return value.length === 0 ? "null" : JSON.stringify(value.map(String).sort());
  }
  return JSON.stringify(value) ?? "null";
}

/** Whether two values of a field mean the same, though a server may write it differently; nothing is null. */
export function isSameValue(field: string, one: unknown, other: unknown): boolean {
  return toComparableValue(field, one) === toComparableValue(field, other);
}
