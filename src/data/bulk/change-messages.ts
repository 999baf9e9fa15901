import type { ExplicitMember } from "@/api/members";
import type { Subscription } from "@/api/subscriptions";
import type { SendingRules } from "@/data/capabilities/capabilities";
import {
  describeLevelChange,
  gainedAccessMessage,
  isLevelRestricting,
  remainingAccessMessage,
} from "@/data/changes/access-levels";
import { describeFieldChange, type FieldChangeDescription } from "@/data/changes/change-labels";
import { isSendable, type PlannedChange, type PlannedMemberChange } from "@/data/changes/planned-change";
import {
  creationEffects,
  getSendMode,
  type SaveEffect,
  sentDeliveries,
  unprovenNote,
} from "@/data/subscriptions/save-effect-messages";
import { getRecipients } from "@/data/subscriptions/subscriptions";
import { recipientHint } from "@/lib/recipients/recipients";
import { formatSchedule } from "@/lib/schedule/format-schedule";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";

export interface ChangeDescription {
  readonly name: string;
  /** Tells the record from others of the same name. */
  readonly detail?: string | undefined;
  readonly fields: readonly FieldChangeDescription[];
  /** Reason for skipping the change, or its result. */
  readonly note?: string;
  /** Warning about deliveries that the change sends or may send. They can't be undone. */
  readonly warning?: string | undefined;
}

function describeField(
  field: string,
  before: object,
  body: object,
  names: ReferenceNames,
): FieldChangeDescription {
  const isEmail = Reflect.get(before, "target_type") === "email" && !("target_type" in body);
  return describeFieldChange(
    { field, before: Reflect.get(before, field), after: Reflect.get(body, field) },
    { isEmail, names },
  );
}

/** Returns the deliveries that a change sends or may send, immediate and overdue ones. They can't be undone. */
export function plannedDeliveries(change: PlannedChange, rules: SendingRules): readonly SaveEffect[] {
  if (!isSendable(change) || change.resource !== "subscription") return [];
  if (change.kind === "change") return sentDeliveries(change.before, change.body, rules);
  return creationEffects(change.body, getSendMode(rules)).filter(({ sends }) => sends !== false);
}

type DeliverySummary = ReturnType<typeof summarizeDeliveries>;

/**
 * Counts the changes that send a delivery immediately, those that may send one, and those after which an overdue one is
 * sent. `note` explains why immediate deliveries are uncertain.
 */
export function summarizeDeliveries(changes: readonly PlannedChange[], rules: SendingRules) {
  const summary = { sends: 0, maySend: 0, overdue: 0 };
  let note: string | null = null;
  for (const change of changes) {
    const deliveries = plannedDeliveries(change, rules);
    const immediate = deliveries.filter(({ isOverdue }) => !isOverdue);
    if (immediate.some(({ sends }) => sends === true)) summary.sends += 1;
    else if (immediate.length > 0) summary.maySend += 1;
    if (immediate.length < deliveries.length) summary.overdue += 1;
    note ??= unprovenNote(deliveries);
  }
  return { ...summary, note };
}

/** Describes how many changes send or may send a delivery. Null if none do. */
export function previewDeliveriesMessage({ sends, maySend, overdue, note }: DeliverySummary): string | null {
  const parts = [
    sends > 0 && `${pluralize(sends, "change sends", "changes send")} a delivery immediately.`,
    maySend > 0 && `${pluralize(maySend, "change", "changes")} may send a delivery immediately.`,
    overdue > 0 &&
      `${pluralize(overdue, "change sends", "changes send")} an overdue delivery within the hour.`,
    note,
  ].filter(Boolean);
  return parts.length === 0 ? null : [...parts, "Deliveries can't be recalled."].join(" ");
}

/** Returns the names that several of the changes have. */
export function findRepeatedNames(changes: readonly PlannedChange[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of changes) (seen.has(name) ? repeated : seen).add(name);
  return repeated;
}

function isSubscription(record: Subscription | ExplicitMember): record is Subscription {
  return "target_type" in record;
}

/** Describes the record, such as "Every Monday at 09:00 · ana@x.co and 2 more · ID 12", to tell it from others. */
function describeRecord(change: PlannedChange): string | undefined {
  const record = "before" in change ? change.before : undefined;
  if (record === undefined) return undefined;
  if (!isSubscription(record)) return record.user?.email;
  const { target_type, next_delivery_date, id } = record;
  const [first, ...others] = getRecipients(record);
  const recipients = [
    ...(first === undefined ? [] : [recipientHint(target_type, first)]),
    ...(others.length > 0 ? [`${formatCount(others.length)} more`] : []),
  ];
  const schedule = formatSchedule(record, { zone: localZone(), at: next_delivery_date });
  return [schedule, formatList(recipients), `ID ${id}`].filter(Boolean).join(" · ");
}

/**
 * Describes a planned change field by field.
 * @param repeatedNames names of records that need a detail (`findRepeatedNames`)
 */
export function describeChange(
  change: PlannedChange,
  rules: SendingRules,
  names: ReferenceNames = NO_NAMES,
  repeatedNames: ReadonlySet<string> = new Set(),
): ChangeDescription {
  const described = describePlannedChange(change, rules, names);
  return repeatedNames.has(change.name) ? { ...described, detail: describeRecord(change) } : described;
}

function describePlannedChange(
  change: PlannedChange,
  rules: SendingRules,
  names: ReferenceNames,
): ChangeDescription {
  if (!isSendable(change)) return { name: change.name, fields: [], note: change.why };
  if (change.resource === "member") return describeMemberChange(change);
  const before = change.kind === "change" ? change.before : {};
  const fields = Object.keys(change.body).map((field) => describeField(field, before, change.body, names));
  const deliveries = plannedDeliveries(change, rules).map(({ text }) => text);
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
      return change.undoes && !change.hasNoJoinDate ? { note: "The join date will be reset." } : {};
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

/** Returns the required scope (contract, Authentication), or undefined when the contract documents none. */
export function requiredScope(change: PlannedChange): string | undefined {
  return isSendable(change) && change.resource === "subscription" ? "subscription:write" : undefined;
}
