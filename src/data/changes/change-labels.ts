import { type SourceKind, sourceKey } from "@/data/catalog/source-labels";
import type { FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import { getFormatNames } from "@/lib/file/export-formats";
import {
  channelLabel,
  diffRecipients,
  isWebUrl,
  recipientHint,
  splitRecipients,
} from "@/lib/recipients/recipients";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { formatInstant } from "@/lib/time/dates";
import { levelLabel } from "./access-levels";

export const CHANGE_KIND_LABELS: Readonly<Record<JournalEntry["kind"], string>> = {
  created: "Created",
  changed: "Changed",
  deleted: "Deleted",
  restored: "Restored",
  tested: "Test delivery",
};

const MEMBER_CHANGE_KIND_LABELS: Readonly<Record<JournalEntry["kind"], string>> = {
  ...CHANGE_KIND_LABELS,
  created: "Added",
  changed: "Level changed",
  deleted: "Removed",
  restored: "Added again",
};

export function changeKindLabel({ resource, kind }: Pick<JournalEntry, "resource" | "kind">): string {
  return (resource === "member" ? MEMBER_CHANGE_KIND_LABELS : CHANGE_KIND_LABELS)[kind];
}

const FIELD_LABELS: ReadonlyMap<string, string> = new Map([
  ["title", "Title"],
  ["target_type", "Channel"],
  ["target_value", "Recipients"],
  ["dashboard", "Dashboard"],
  ["insight", "Insight"],
  ["frequency", "Frequency"],
  ["interval", "Interval"],
  ["byweekday", "Weekdays"],
  ["bysetpos", "Position"],
  ["start_date", "Start"],
  ["until_date", "End"],
  ["count", "Number of deliveries"],
  ["invite_message", "Message"],
  ["deleted", "State"],
  ["enabled", "Deliveries"],
  ["dashboard_export_insights", "Selected insights"],
  ["integration_id", "Slack workspace"],
  ["prompt", "Prompt"],
  ["export_format", "Format"],
  ["export_context", "Custom definition"],
  ["expires_after", "Expires"],
  ["level", "Level"],
  ["joined_at", "Joined"],
]);

export function fieldLabel(field: string): string {
  return FIELD_LABELS.get(field) ?? field;
}

export function formatRawValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Formats a field's value: instants in the local time zone, sources with their ID and known name. */
export function formatFieldValue(field: string, value: unknown, names: ReferenceNames = NO_NAMES): string {
  // A subscription that isn't in Trash may be active, paused or ended.
  if (field === "deleted" && typeof value === "boolean") return value ? "In Trash" : "Not in Trash";
  if (field === "enabled" && typeof value === "boolean") return value ? "Active" : "Paused";
  if (field === "target_value" && typeof value === "string" && isWebUrl(value)) {
    return recipientHint("webhook", value);
  }
  const isMissing = value === null || value === undefined;
  if (field === "until_date" && isMissing) return "no end";
  if (field === "level" && isMissing) return "no explicit level";
  if (field === "level" && typeof value === "number") return levelLabel(value);
  if (field === "dashboard" || field === "insight") return formatSourceValue(field, value, names);
  if (INSTANT_FIELDS.has(field) && typeof value === "string") return formatInstant(value);
  if (field === "target_type" && typeof value === "string") return channelLabel(value);
  if (field === "export_format" && typeof value === "string") return getFormatNames(value).label;
  return formatRawValue(value);
}

/** Returns "Growth overview (201)", or "201" without a name. */
function formatSourceValue(kind: SourceKind, value: unknown, names: ReferenceNames): string {
  const name = typeof value === "number" ? names.get(sourceKey(kind, value)) : undefined;
  return name ? `${name} (${formatRawValue(value)})` : formatRawValue(value);
}

/** A field's old and new value. Recipients are described by their differences. */
export type FieldChangeDescription =
  | { readonly label: string; readonly before: string; readonly after: string }
  | {
      readonly label: string;
      readonly removed: readonly string[];
      readonly added: readonly string[];
      readonly unchangedCount: number;
    };

/** Guesses whether the targets are email recipients. Used when the channel is unknown. Only email targets are lists. */
function areEmailRecipients(...targets: readonly string[]): boolean {
  const parts = targets.flatMap(splitRecipients);
  return parts.every((part) => part.includes("@") && !isWebUrl(part.trim()));
}

interface FieldContext {
  /** Whether the record's channel is email. Undefined when unknown. */
  readonly isEmail?: boolean;
  readonly names?: ReferenceNames;
}

export function describeFieldChange(
  { field, before, after }: FieldChange,
  { isEmail, names }: FieldContext = {},
): FieldChangeDescription {
  const label = fieldLabel(field);
  if (field === "target_value" && typeof before === "string" && typeof after === "string") {
    const { added, removed } = diffRecipients(before, after);
    if ((isEmail ?? areEmailRecipients(before, after)) && added.length + removed.length > 0) {
      const unchangedCount = splitRecipients(after).length - added.length;
      const trim = (parts: readonly string[]) => parts.map((part) => part.trim());
      return { label, removed: trim(removed), added: trim(added), unchangedCount };
    }
  }
  return {
    label,
    before: formatFieldValue(field, before, names),
    after: formatFieldValue(field, after, names),
  };
}

/**
 * Formats a change: "Title: Weekly → Daily", "Recipients: + ana@x.co, − bo@x.co". Shows only the new value if the
 * previous one is unknown.
 */
export function formatFieldChange(change: FieldChange, names?: ReferenceNames): string {
  const description = describeFieldChange(change, names && { names });
  const { label } = description;
  if ("before" in description)
    return `${label}: ${change.before === undefined ? "" : `${description.before} → `}${description.after}`;
  const added = description.added.map((item) => `+ ${item}`);
  const removed = description.removed.map((item) => `− ${item}`);
  return `${label}: ${[...added, ...removed].join(", ")}`;
}

/** Fields of subscriptions, exports and members that contain an instant. */
export const INSTANT_FIELDS: ReadonlySet<string> = new Set([
  "start_date",
  "until_date",
  "expires_after",
  "joined_at",
]);
