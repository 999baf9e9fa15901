import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { fieldChanges, WRITE_ONLY_FIELD } from "@/data/journal/journal-entry";
import { diffRecipients, mergeRecipients } from "@/lib/recipients/recipients";
import { fieldLabel, formatFieldValue } from "./change-labels";
import { compareFields, isSameValue } from "./compare-fields";

type EditField = keyof SubscriptionChange;

/** A label and fields that belong together. A merge never mixes those of two users. */
type FieldGroup = readonly [label: string, ...fields: EditField[]];

/** The start and the end belong to the schedule if they determine the delivery days of any version. */
function groupFields(
  versions: readonly Pick<SubscriptionChange, "frequency" | "byweekday" | "count">[],
): readonly FieldGroup[] {
  // Without weekdays, the start determines the day of delivery.
  const dependsOnStart = versions.some(
    ({ frequency, byweekday }) => frequency !== "daily" && !byweekday?.length,
  );
  const dependsOnCount = versions.some(({ count }) => typeof count === "number");
  return [
    ["Source", "dashboard", "insight", "dashboard_export_insights", "prompt"],
    ["Recipients", "target_type", "target_value", "integration_id"],
    [
      "Schedule",
      "frequency",
      "interval",
      "byweekday",
      "bysetpos",
      ...(dependsOnStart ? (["start_date"] as const) : []),
      ...(dependsOnCount ? (["until_date", "count"] as const) : []),
    ],
    ["End", "until_date", "count"],
  ];
}

/** A field or group that both the user and someone else have changed. */
export interface EditConflict {
  readonly label: string;
  readonly theirs: SubscriptionChange;
  readonly mine: SubscriptionChange;
}

/** An edit, merged with changes that someone else has saved since it started. */
export interface MergedEdit {
  /** Fields to send: those that only the user has changed, and merged recipients. */
  readonly body: SubscriptionChange;
  readonly conflicts: readonly EditConflict[];
  readonly hasMergedRecipients: boolean;
}

function pickFields(fields: readonly EditField[], source: object): SubscriptionChange {
  return Object.fromEntries(fields.map((field) => [field, Reflect.get(source, field)]));
}

function findGroup(groups: readonly FieldGroup[], field: EditField): FieldGroup {
  return groups.find(([, ...fields]) => fields.includes(field)) ?? [fieldLabel(field), field];
}

/** Returns the most specific label for fields of one group. */
function conflictLabel(groups: readonly FieldGroup[], different: readonly EditField[]): string {
  const group = groups.findLast(([, ...fields]) => different.every((field) => fields.includes(field)));
  return group === undefined || different.length === 1 ? different.map(fieldLabel).join(", ") : group[0];
}

/** Returns the merged recipients, or undefined when they can't be merged. */
function mergeTarget(base: Subscription, current: Subscription, { target_value }: SubscriptionChange) {
  const isEmail = base.target_type === "email" && current.target_type === "email";
  if (!isEmail || target_value === undefined) return undefined;
  // A subscription needs a recipient, so an empty result is a conflict.
  return mergeRecipients(base.target_value, current.target_value, target_value) || undefined;
}

function hasSameRecipients(one: string, other: string): boolean {
  const { added, removed } = diffRecipients(one, other);
  return added.length + removed.length === 0;
}

/**
 * Merges an edit with the current record.
 * @param base record on which the edit is based
 */
export function mergeEdit(base: Subscription, current: Subscription, body: SubscriptionChange): MergedEdit {
  const merged: SubscriptionChange = {};
  const conflicts: EditConflict[] = [];
  let hasMergedRecipients = false;
  const edited: readonly EditField[] = Object.keys(body).filter((field): field is EditField => field in body);
  const groups = groupFields([current, { ...base, ...body }]);
  for (const [, ...fields] of new Set(edited.map((field) => findGroup(groups, field)))) {
    const editedFields = fields.filter((field) => edited.includes(field));
    const wanted = { ...pickFields(fields, base), ...pickFields(editedFields, body) };
    const different = fields.filter((field) => !isSameValue(field, wanted[field], current[field]));
    const comparison = compareFields(current, fieldChanges(base, pickFields(different, wanted), null));
    // Servers never return invitation messages, so other users' changes to them are unknown.
    if (editedFields[0] === WRITE_ONLY_FIELD || comparison.state !== "neither") {
      Object.assign(merged, pickFields(different, body));
      continue;
    }
    const isTargetEdit = editedFields.every((field) => field === "target_value");
    const target = isTargetEdit ? mergeTarget(base, current, body) : undefined;
    if (target === undefined) {
      conflicts.push({
        label: conflictLabel(groups, different),
        theirs: pickFields(different, current),
        mine: pickFields(different, wanted),
      });
    } else if (!hasSameRecipients(current.target_value, target)) {
      merged.target_value = target;
      hasMergedRecipients = true;
    }
  }
  const hasChanges = Object.keys(merged).length + conflicts.length > 0;
  if (hasChanges && body.deleted === undefined && base.deleted !== current.deleted) {
    const [theirs, mine] = [pickFields(["deleted"], current), pickFields(["deleted"], base)];
    conflicts.push({ label: fieldLabel("deleted"), theirs, mine });
  }
  return { body: merged, conflicts, hasMergedRecipients };
}

/** A user's changes and the record on which they are based. */
export interface StartedEdit {
  readonly base: Subscription;
  readonly body: SubscriptionChange;
}

/**
 * Returns the edit after the user has resolved all conflicts. Fields without a conflict remain based on the old record,
 * so that the user's value is still sent if someone else made the same change and then reverts it.
 * @param chosen conflicts for which the user chose their own value
 */
export function resolveConflicts(
  { base, body }: StartedEdit,
  conflicts: readonly EditConflict[],
  chosen: readonly EditConflict[],
): StartedEdit {
  const theirs: Partial<Subscription> = Object.assign({}, ...conflicts.map((conflict) => conflict.theirs));
  const others = Object.entries(body).filter(([field]) => !(field in theirs));
  return {
    base: { ...base, ...theirs },
    body: Object.assign(Object.fromEntries(others), ...chosen.map(({ mine }) => mine)),
  };
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
