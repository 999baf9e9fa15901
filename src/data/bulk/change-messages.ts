import {
  describeLevelChange,
  gainedAccessMessage,
  isLevelRestricting,
  remainingAccessMessage,
} from "@/data/changes/access-levels";
import { describeFieldChange, type FieldChangeDescription } from "@/data/changes/change-labels";
import { isSendable, type PlannedChange, type PlannedMemberChange } from "@/data/changes/planned-change";
import { changeEffects, creationEffects, type SaveEffect } from "@/data/subscriptions/save-effect-messages";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";

export interface ChangeDescription {
  readonly name: string;
  readonly fields: readonly FieldChangeDescription[];
  /** Reason for skipping the change, or its result. */
  readonly note?: string;
  /** Warning about deliveries that the change sends immediately. They can't be undone. */
  readonly warning?: string | undefined;
}

function describeField(
  field: string,
  before: object,
  body: object,
  names: ReferenceNames,
): FieldChangeDescription {
  const isEmail =
    Reflect.get(before, "target_type") === "email" && Reflect.get(body, "target_type") === undefined;
  return describeFieldChange(
    { field, before: Reflect.get(before, field), after: Reflect.get(body, field) },
    { isEmail, names },
  );
}

/** Returns the deliveries that a change sends or may send immediately. They can't be undone. */
export function immediateDeliveries(change: PlannedChange): readonly SaveEffect[] {
  if (!isSendable(change) || change.resource !== "subscription") return [];
  const effects =
    change.kind === "change" ? changeEffects(change.before, change.body) : creationEffects(change.body);
  return effects.filter(({ sends }) => sends !== false);
}

/**
 * Describes a planned change field by field.
 * @param names names of dashboards and insights
 */
export function describeChange(change: PlannedChange, names: ReferenceNames = NO_NAMES): ChangeDescription {
  if (!isSendable(change)) return { name: change.name, fields: [], note: change.why };
  if (change.resource === "member") return describeMemberChange(change);
  const before = change.kind === "change" ? change.before : {};
  const fields = Object.keys(change.body).map((field) => describeField(field, before, change.body, names));
  const deliveries = immediateDeliveries(change).map(({ text }) => text);
  return { name: change.name, fields, ...(deliveries.length > 0 && { warning: deliveries.join(" ") }) };
}

function describeMemberChange(change: PlannedMemberChange): ChangeDescription {
  const before = change.kind === "create" ? null : change.before.level;
  const after = change.kind === "remove" ? null : change.body.level;
  const fields = [describeFieldChange({ field: "level", before, after })];
  return { name: change.name, fields, ...memberChangeNote(change) };
}

function memberChangeNote(change: PlannedMemberChange): Pick<ChangeDescription, "note"> {
  switch (change.kind) {
    case "create":
      return change.undoes === undefined || change.hasNoJoinDate
        ? {}
        : { note: "The join date will be reset." };
    case "change":
      return { note: describeLevelChange(change.before, change.body.level) };
    case "remove":
      return {
        note: isLevelRestricting(change.before)
          ? gainedAccessMessage(change.before)
          : remainingAccessMessage(change.before),
      };
  }
}

/**
 * Returns the scope that the change requires (contract, Authentication), or undefined when the contract documents
 * none.
 */
export function requiredScope(change: PlannedChange): string | undefined {
  return isSendable(change) && change.resource === "subscription" ? "subscription:write" : undefined;
}
