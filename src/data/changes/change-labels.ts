import type { FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import { channelLabel } from "@/lib/recipients/channels";
import { diffRecipients, isWebUrl } from "@/lib/recipients/recipient-text";
import { splitRecipients } from "@/lib/recipients/recipients";
import { formatInstant } from "@/lib/time/dates";
import { levelLabel } from "./access-levels";
import { INSTANT_FIELDS } from "./same-value";

/** What was done to a delivery, as a word. */
export const CHANGE_KIND_LABELS: Readonly<Record<JournalEntry["kind"], string>> = {
  created: "Scheduled",
  changed: "Changed",
  deleted: "Deleted",
  restored: "Restored",
};

const MEMBER_CHANGE_KIND_LABELS: Readonly<Record<JournalEntry["kind"], string>> = {
  created: "Added",
  changed: "Level changed",
  deleted: "Removed",
  restored: "Added again",
};

/** What was done, as a word: deliveries are scheduled, exports are made, members are added. */
export function changeKindLabel({ resource, kind }: Pick<JournalEntry, "resource" | "kind">): string {
  if (resource === "member") return MEMBER_CHANGE_KIND_LABELS[kind];
  return resource === "export" && kind === "created" ? "Made" : CHANGE_KIND_LABELS[kind];
}

const FIELD_LABELS: ReadonlyMap<string, string> = new Map([
  ["title", "Title"],
  ["target_type", "Channel"],
  ["target_value", "Recipients"],
  ["dashboard", "Dashboard"],
  ["insight", "Insight"],
  ["frequency", "Unit"],
  ["interval", "Every"],
  ["byweekday", "Weekdays"],
  ["bysetpos", "Position"],
  ["start_date", "Start"],
  ["until_date", "End"],
  ["count", "Number of deliveries"],
  ["invite_message", "Message"],
  ["deleted", "State"],
  ["export_format", "Format"],
  ["export_context", "Context"],
  ["expires_after", "Expires"],
  ["level", "Level"],
  ["joined_at", "Joined"],
]);

/** What a person calls a field of a subscription, an export or a member; its wire name where this version does not know it. */
export function fieldLabel(field: string): string {
  return FIELD_LABELS.get(field) ?? field;
}

/** A value as a text, whatever it is of: "nothing" where there is none. */
export function formatRawValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The value of a field in a person's words: a moment on their clock, the name of a channel. */
export function formatFieldValue(field: string, value: unknown): string {
  if (field === "deleted") return value === true ? "In the bin" : "Active";
  if (field === "until_date" && (value === null || value === undefined)) return "no end";
  if (field === "level" && typeof value === "number") return levelLabel(value);
  if (field === "level" && (value === null || value === undefined)) return "no explicit level";
  if (INSTANT_FIELDS.has(field) && typeof value === "string") return formatInstant(value);
  return field === "target_type" && typeof value === "string" ? channelLabel(value) : formatRawValue(value);
}

/** A field before and after in a person's words; of a list of people who came, who went, and how many stay. */
export type FieldChangeDescription =
  | { readonly label: string; readonly before: string; readonly after: string }
  | {
      readonly label: string;
      readonly removed: readonly string[];
      readonly added: readonly string[];
      readonly unchangedCount: number;
    };

/** Only e-mail has a list of recipients; where nobody knows the channel, the addresses tell. */
function areEmailRecipients(...targets: readonly string[]): boolean {
  const parts = targets.flatMap(splitRecipients);
  return parts.every((part) => part.includes("@") && !isWebUrl(part.trim()));
}

/** A change of a field in words. `isMail` says whether its record delivers by e-mail, where that is known. */
export function describeFieldChange(
  { field, before, after }: FieldChange,
  isEmail?: boolean,
): FieldChangeDescription {
  const label = fieldLabel(field);
  if (field === "target_value" && typeof before === "string" && typeof after === "string") {
    const { added, removed } = diffRecipients(before, after);
    if ((isEmail ?? areEmailRecipients(before, after)) && added.length + removed.length > 0) {
      const unchangedCount = splitRecipients(after).length - added.length;
      return { label, removed: removed.map(trimText), added: added.map(trimText), unchangedCount };
    }
  }
  return { label, before: formatFieldValue(field, before), after: formatFieldValue(field, after) };
}

function trimText(part: string): string {
  return part.trim();
}

/** A change in one line: "Title: Weekly → Daily", "Recipients: + ana@x.co, − bo@x.co". */
export function formatFieldChange(change: FieldChange): string {
  const description = describeFieldChange(change);
  if ("before" in description) return `${description.label}: ${description.before} → ${description.after}`;
  const parts = [
    ...description.added.map((item) => `+ ${item}`),
    ...description.removed.map((item) => `− ${item}`),
  ];
  return `${description.label}: ${parts.join(", ")}`;
}
