import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { mergeRecipients } from "@/lib/recipients/merge-recipients";
import { diffRecipients } from "@/lib/recipients/recipient-text";
import { fieldLabel, formatFieldValue } from "./change-labels";
import { isSameValue } from "./same-value";

type EditField = keyof SubscriptionChange;

/** Fields that only make sense together. A merge never combines one user's value with another user's. */
const FIELD_GROUPS: readonly (readonly [label: string, ...fields: EditField[]])[] = [
  ["Source", "dashboard", "insight"],
  ["Recipients", "target_type", "target_value"],
  ["Weekdays", "byweekday", "bysetpos"],
  ["End", "until_date", "count"],
];

/** A field or group of fields that both the user and someone else have changed. */
export interface EditConflict {
  readonly label: string;
  readonly theirs: SubscriptionChange;
  readonly mine: SubscriptionChange;
}

/** An edit merged with what someone else has saved since it started. */
export interface MergedEdit {
  /** The fields to send: those that nobody else has changed, and the merged recipients. */
  readonly body: SubscriptionChange;
  readonly conflicts: readonly EditConflict[];
  readonly hasMergedRecipients: boolean;
}

function pickFields(fields: readonly EditField[], source: object): SubscriptionChange {
  return Object.fromEntries(fields.map((field) => [field, Reflect.get(source, field)]));
}

function findGroup(field: EditField): readonly [label: string, ...fields: EditField[]] {
  return FIELD_GROUPS.find(([, ...fields]) => fields.includes(field)) ?? [fieldLabel(field), field];
}

/** Returns the merged target value, or undefined when the lists can't be merged. */
function mergeTarget(
  base: Subscription,
  current: Subscription,
  { target_type, target_value }: SubscriptionChange,
): string | undefined {
  const isEmail = base.target_type === "email" && current.target_type === "email";
  if (!isEmail || target_type !== undefined || target_value === undefined) return undefined;
  // A subscription needs a recipient, so an empty result is a conflict that the user must resolve.
  return mergeRecipients(base.target_value, current.target_value, target_value) || undefined;
}

function hasSameRecipients(one: string, other: string): boolean {
  const { added, removed } = diffRecipients(one, other);
  return added.length + removed.length === 0;
}

/**
 * Merges an edit with the current record.
 * @param base the record that the edit started from
 * @param body the fields that the edit changes
 */
export function mergeEdit(base: Subscription, current: Subscription, body: SubscriptionChange): MergedEdit {
  const merged: SubscriptionChange = {};
  const conflicts: EditConflict[] = [];
  let hasMergedRecipients = false;
  const edited: readonly EditField[] = Object.keys(body).filter((field): field is EditField => field in body);
  const groups = new Map(edited.map(findGroup).map((group) => [group[0], group]));
  for (const [label, ...fields] of groups.values()) {
    const editedFields = fields.filter((field) => edited.includes(field));
    // Servers never return invitation messages, so a change by someone else can't be detected.
    const isUntouched =
      editedFields[0] === "invite_message" ||
      fields.every((field) => isSameValue(field, base[field], current[field]));
    if (isUntouched) {
      Object.assign(merged, pickFields(editedFields, body));
      continue;
    }
    const wanted = { ...pickFields(fields, base), ...pickFields(editedFields, body) };
    const different = fields.filter((field) => !isSameValue(field, wanted[field], current[field]));
    if (different.length === 0) continue;
    const target = label === "Recipients" ? mergeTarget(base, current, body) : undefined;
    if (target === undefined) {
      conflicts.push({ label, theirs: pickFields(different, current), mine: pickFields(different, wanted) });
    } else if (!hasSameRecipients(current.target_value, target)) {
      merged.target_value = target;
      hasMergedRecipients = true;
    }
  }
  const hasChanges = Object.keys(merged).length + conflicts.length > 0;
  if (hasChanges && body.deleted === undefined && base.deleted !== current.deleted) {
    const fields: readonly EditField[] = ["deleted"];
    conflicts.push({
      label: fieldLabel("deleted"),
      theirs: pickFields(fields, current),
      mine: pickFields(fields, base),
    });
  }
  return { body: merged, conflicts, hasMergedRecipients };
}

export function formatConflictSide(side: SubscriptionChange): string {
  const entries = Object.entries(side);
  const [first] = entries;
  const present = entries.filter(([, value]) => value !== null);
  if (first !== undefined && (entries.length === 1 || present.length === 0))
    return formatFieldValue(...first);
  return present
    .map(([field, value]) => `${fieldLabel(field)}: ${formatFieldValue(field, value)}`)
    .join(", ");
}
