import { describeLevelChange, remainingAccessMessage } from "@/data/changes/access-levels";
import { describeFieldChange, type FieldChangeDescription } from "@/data/changes/change-labels";
import { isSendable, type PlannedChange, type PlannedMemberChange } from "@/data/changes/planned-change";
import { changeEffects, creationEffects } from "@/data/subscriptions/subscription-effects";

/** A planned write in a person's words. */
export interface ChangeDescription {
  readonly name: string;
  readonly fields: readonly FieldChangeDescription[];
  /** Why nothing is sent, or what it comes to. */
  readonly note?: string;
  /** What goes out and cannot be called back. */
  readonly warning?: string | undefined;
}

function describeField(field: string, before: object, body: object): FieldChangeDescription {
  const isEmail =
    Reflect.get(before, "target_type") === "email" && Reflect.get(body, "target_type") === undefined;
  return describeFieldChange(
    { field, before: Reflect.get(before, field), after: Reflect.get(body, field) },
    isEmail,
  );
}

/** What leaves the house with a write and cannot be called back, as sentences; undefined where nothing does. */
export function immediateDeliveryMessage(change: PlannedChange): string | undefined {
  if (!isSendable(change) || change.resource !== "subscription") return undefined;
  const effects =
    change.kind === "change" ? changeEffects(change.before, change.body) : creationEffects(change.body);
  const delivering = effects.filter(({ sends }) => sends).map(({ text }) => text);
  return delivering.length === 0 ? undefined : delivering.join(" ");
}

/** A planned write, field by field. */
export function describeChange(change: PlannedChange): ChangeDescription {
  if (!isSendable(change)) return { name: change.name, fields: [], note: change.why };
  if (change.resource === "member") return describeMemberChange(change);
  const before = change.kind === "change" ? change.before : {};
  const fields = Object.keys(change.body).map((field) => describeField(field, before, change.body));
  return { name: change.name, fields, warning: immediateDeliveryMessage(change) };
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
      return change.undoes === undefined ? {} : { note: "The joining date will be new." };
    case "change":
      return { note: describeLevelChange(change.before, change.body.level) };
    case "remove":
      return { note: remainingAccessMessage(change.before) };
  }
}

/** The scope a key needs for a write (contract, Authentication); undefined where none is named, or nothing is sent. */
export function requiredScope(change: PlannedChange): string | undefined {
  return isSendable(change) && change.resource === "subscription" ? "subscription:write" : undefined;
}
