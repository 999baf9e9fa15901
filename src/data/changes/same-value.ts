import { parseInstant } from "@/lib/time/dates";

/** Fields of subscriptions, exports and members that contain an instant. */
export const INSTANT_FIELDS: ReadonlySet<string> = new Set([
  "start_date",
  "until_date",
  "expires_after",
  "joined_at",
]);

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
