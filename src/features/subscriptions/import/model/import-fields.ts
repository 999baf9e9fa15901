import { toComparableValue } from "@/data/changes/same-value";

/** Editable fields in the order of the file. The order must not change, because fingerprints depend on it. */
export const IMPORT_FIELDS = [
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

export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Fields in the file that can't be edited. */
export const SERVER_FIELDS: readonly string[] = ["created_at", "created_by", "summary", "next_delivery_date"];
/** Write-only field. Exported files don't contain it. */
export const MESSAGE_FIELD = "invite_message";
/** Name of the dashboard or insight, for readers of the file. Only the ID is imported. */
export const SOURCE_NAME_KEY = "source_name";
/** Key of the fingerprints of exported values. */
export const FINGERPRINTS_KEY = "_was";

const FINGERPRINT_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Five 6-bit digits. Two values have the same fingerprint with a probability of one in a billion. */
const FINGERPRINT_LENGTH = 5;

function fingerprintOf(field: ImportField, value: unknown): string {
  const text = toComparableValue(field, value);
  // FNV-1a with the finalizer of MurmurHash.
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

/** Returns a fingerprint of each field, which distinguishes edits in the file from later changes on the server. */
export function fingerprintsOf(record: Readonly<Record<ImportField, unknown>>): string {
  return IMPORT_FIELDS.map((field) => fingerprintOf(field, record[field])).join("");
}

/** Whether a value equals the exported one. Null without a valid fingerprint. */
export function isUnchanged(fingerprints: string | null, field: ImportField, value: unknown): boolean | null {
  if (fingerprints?.length !== IMPORT_FIELDS.length * FINGERPRINT_LENGTH) return null;
  const startIndex = IMPORT_FIELDS.indexOf(field) * FINGERPRINT_LENGTH;
  return fingerprints.slice(startIndex, startIndex + FINGERPRINT_LENGTH) === fingerprintOf(field, value);
}
