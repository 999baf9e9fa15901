import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { fieldLabel, formatFieldChange } from "@/data/changes/change-labels";
import { formatConflictSide, type MergedEdit } from "@/data/changes/merge-edit";
import { isSameValue } from "@/data/changes/same-value";
import { diffRecipients } from "@/lib/recipients/recipient-text";
import { splitRecipients } from "@/lib/recipients/recipients";
import { formatCount, formatList } from "@/lib/text/numbers";

/** Whether the field has a label, so that a user has set it. Servers compute other fields. */
const isUserField = (field: string) => fieldLabel(field) !== field;

/**
 * Returns the note for a save that reached the server between the check of an edit and the edit. Null if the response
 * doesn't show one. The server no longer has values that the edit has overwritten.
 */
export function simultaneousSaveNote(
  before: Subscription,
  body: SubscriptionChange,
  record: Subscription,
): string | null {
  const changes = Object.entries(record)
    .map(([field, after]) => ({ field, before: before[field], after }))
    .filter((change) => isUserField(change.field) && !(change.field in body))
    .filter((change) => !isSameValue(change.field, change.before, change.after));
  if (changes.length === 0) return null;
  const list = changes.map((change) => formatFieldChange(change)).join("; ");
  return `Someone else saved at the same time (${list}). If they also changed what you changed, your values replaced theirs.`;
}

const MAX_SHOWN_RECIPIENTS = 5;

/** Returns the recipients on the server, and the differences that a merge makes to them. */
function describeRecipients(current: Subscription, merged: string): readonly string[] {
  const { added, removed } = diffRecipients(current.target_value, merged);
  const theirs = splitRecipients(current.target_value).map((part) => part.trim());
  const hidden = theirs.length - MAX_SHOWN_RECIPIENTS;
  const shown = theirs.slice(0, MAX_SHOWN_RECIPIENTS);
  const mine = [...added.map((part) => `+ ${part.trim()}`), ...removed.map((part) => `− ${part.trim()}`)];
  return [
    `Recipients (theirs): ${formatList(hidden > 0 ? [...shown, `${formatCount(hidden)} more`] : shown)}`,
    `Recipients (yours): ${mine.join(", ") || merged}`,
  ];
}

/** Describes the values of an edit that someone else has overwritten, one value per line. */
export function describeOverwrittenEdit(
  current: Subscription,
  { body, conflicts }: MergedEdit,
): readonly string[] {
  const sides = (label: string, theirs: SubscriptionChange, mine: SubscriptionChange) => [
    `${label} (theirs): ${formatConflictSide(theirs)}`,
    `${label} (yours): ${formatConflictSide(mine)}`,
  ];
  return [
    ...conflicts.flatMap(({ label, theirs, mine }) => sides(label, theirs, mine)),
    ...Object.entries(body).flatMap(([field, mine]) =>
      field === "target_value" && current.target_type === "email"
        ? describeRecipients(current, String(mine))
        : sides(fieldLabel(field), { [field]: current[field] }, { [field]: mine }),
    ),
  ];
}

/** Returns the label of the button that saves an overwritten edit again. */
export function restoreEditLabel({ body, conflicts, hasMergedRecipients }: MergedEdit): string {
  const isMerge = hasMergedRecipients && conflicts.length === 0 && Object.keys(body).length === 1;
  return isMerge ? "Merge" : "Use mine";
}
