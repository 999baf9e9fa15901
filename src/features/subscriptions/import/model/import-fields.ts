import type { SubscriptionCapabilities } from "@/data/capabilities/capabilities";
import { toComparableValue } from "@/data/changes/compare-fields";

const BASE_FIELDS = [
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
/** Fields that not every server has. A file contains them if the server returned them. */
const OPTIONAL_FIELDS = ["dashboard_export_insights", "integration_id"] as const;
const CAPABILITIES: Readonly<Record<string, keyof SubscriptionCapabilities>> = {
  dashboard_export_insights: "hasInsightSelection",
  integration_id: "hasSlackWorkspace",
} satisfies Record<(typeof OPTIONAL_FIELDS)[number], keyof SubscriptionCapabilities>;

/** Editable fields in the order of the file. The order must not change, because fingerprints depend on it. */
export const IMPORT_FIELDS = [...BASE_FIELDS, ...OPTIONAL_FIELDS] as const;

export type ImportField = (typeof IMPORT_FIELDS)[number];

export function isSupported(field: ImportField, capabilities: SubscriptionCapabilities): boolean {
  const capability = CAPABILITIES[field];
  return capability === undefined || capabilities[capability];
}

/** Read-only fields that a file may contain. A changed value causes a warning. */
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
  // FNV-1a, followed by the first steps of MurmurHash3's finalizer.
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
 * Returns the fingerprints of all fields in one string. They distinguish edits in the file from
 * later changes on the server.
 */
export function fingerprintsOf(record: Readonly<Record<string, unknown>>): string {
  const hasOptional = OPTIONAL_FIELDS.some((field) => record[field] !== undefined);
  const fields = hasOptional ? IMPORT_FIELDS : BASE_FIELDS;
  return fields.map((field) => fingerprintOf(field, record[field])).join("");
}

/** Whether a value equals the exported one. Null without a valid fingerprint. */
export function isUnchanged(fingerprints: string | null, field: ImportField, value: unknown): boolean | null {
  const fields = [BASE_FIELDS, IMPORT_FIELDS].find(
    ({ length }) => fingerprints?.length === length * FINGERPRINT_LENGTH,
  );
  const position = fields?.findIndex((name) => name === field) ?? -1;
  if (fingerprints === null || position < 0) return null;
  const startIndex = position * FINGERPRINT_LENGTH;
  return fingerprints.slice(startIndex, startIndex + FINGERPRINT_LENGTH) === fingerprintOf(field, value);
}
