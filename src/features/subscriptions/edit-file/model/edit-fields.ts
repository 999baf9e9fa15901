import { toComparableValue } from "@/data/changes/same-value";

/** What a person may change in the file, in the order in which it stands there. */
export const EDIT_FIELDS = [
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

export type EditField = (typeof EDIT_FIELDS)[number];

/** Known to be of the server's making. */
export const SERVER_FIELDS: readonly string[] = ["created_at", "created_by", "summary", "next_delivery_date"];
/** Sent with a write and never stored, so it is not in the file unless a person writes it there. */
export const MESSAGE_FIELD = "invite_message";
/** The key under which a record says what it was when the file was made. */
export const FINGERPRINTS_KEY = "_was";

const FINGERPRINT_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Five digits of six bits: one in a billion values is taken for another. */
const FINGERPRINT_LENGTH = 5;

/** Five characters that stand for a value. */
function fingerprintOf(field: EditField, value: unknown): string {
  const text = toComparableValue(field, value);
  // FNV-1a, its bits mixed once more as in MurmurHash.
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash ^= hash >>> 13;
  let fingerprint = "";
  for (let digit = 0; digit < FINGERPRINT_LENGTH; digit += 1)
    fingerprint += FINGERPRINT_DIGITS.charAt((hash >>> (digit * 6)) & 63);
  return fingerprint;
}

/**
 * What a record was, field by field, in few characters: with it a later look can tell what the person has changed in
 * the file from what somebody else has changed on the server.
 */
export function fingerprintsOf(record: Readonly<Record<EditField, unknown>>): string {
  return EDIT_FIELDS.map((field) => fingerprintOf(field, record[field])).join("");
}

/** Whether a field is as it was when the marks were made; null where they do not tell. */
export function isUnchanged(fingerprints: string | null, field: EditField, value: unknown): boolean | null {
  if (fingerprints?.length !== EDIT_FIELDS.length * FINGERPRINT_LENGTH) return null;
  const startIndex = EDIT_FIELDS.indexOf(field) * FINGERPRINT_LENGTH;
  return fingerprints.slice(startIndex, startIndex + FINGERPRINT_LENGTH) === fingerprintOf(field, value);
}
