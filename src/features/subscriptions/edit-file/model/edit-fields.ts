import { comparableValue } from "@/data/changes/same-value";

/** What a person may change in the file, in the order in which it stands there. */
export const PLAN_FIELDS = [
  "title",
  "dashboard",
  "insight",
  "target_type",
  "target_value",
  "frequency",
  "interval",
  "byweekday",
  "bysetpos",
  "count",
  "start_date",
  "until_date",
  "deleted",
] as const;

export type PlanField = (typeof PLAN_FIELDS)[number];

/** Known to be of the server's making. */
export const SERVER_FIELDS: readonly string[] = ["created_at", "created_by", "summary", "next_delivery_date"];
/** Sent with a write and never stored, so it is not in the file unless a person writes it there. */
export const MESSAGE_FIELD = "invite_message";
/** The key under which a record says what it was when the file was made. */
export const WAS_KEY = "_was";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Five digits of six bits: one in a billion values is taken for another. */
const MARK_LENGTH = 5;

/** Five characters that stand for a value. */
function markOf(field: PlanField, value: unknown): string {
  const text = comparableValue(field, value);
  // FNV-1a, its bits mixed once more as in MurmurHash.
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash ^= hash >>> 13;
  let mark = "";
  for (let digit = 0; digit < MARK_LENGTH; digit += 1) mark += DIGITS.charAt((hash >>> (digit * 6)) & 63);
  return mark;
}

/**
 * What a record was, field by field, in few characters: with it a later look can tell what the person has changed in
 * the file from what somebody else has changed on the server.
 */
export function marksOf(record: Readonly<Record<PlanField, unknown>>): string {
  return PLAN_FIELDS.map((field) => markOf(field, record[field])).join("");
}

/** Whether a field is as it was when the marks were made; null where they do not tell. */
export function isAsItWas(marks: string | null, field: PlanField, value: unknown): boolean | null {
  if (marks?.length !== PLAN_FIELDS.length * MARK_LENGTH) return null;
  const from = PLAN_FIELDS.indexOf(field) * MARK_LENGTH;
  return marks.slice(from, from + MARK_LENGTH) === markOf(field, value);
}
