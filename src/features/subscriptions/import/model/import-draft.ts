import * as z from "zod/mini";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { subscriptionChange, subscriptionCreation } from "@/api/subscriptions";
import { recordCapabilities, type SubscriptionCapabilities } from "@/data/capabilities/capabilities";
import { cleanSourceName, fullSourceLabel, sourceKeyOf } from "@/data/catalog/source-labels";
import { isSameValue } from "@/data/changes/compare-fields";
import { DELIVERY_FIELDS, type PlannedSubscriptionChange } from "@/data/changes/planned-change";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { normalizeText } from "@/lib/text/normalize-text";
import type { FileIssue, ImportEntry } from "./import-entry";
import { errorAt, serverFieldIssues, unknownKeyMessage, warningAt } from "./import-entry";
import type { ImportField } from "./import-fields";
import { IMPORT_FIELDS, isSupported, isUnchanged, MESSAGE_FIELD } from "./import-fields";
import { findRuleIssues, type PlannedRecord, validateFieldValue } from "./import-rules";

/** `missing` subscriptions are not in the file, although it was exported with all subscriptions. */
export type ImportKind = "new" | "changed" | "restored" | "deleted" | "missing";

export interface ImportItem {
  readonly key: string;
  readonly kind: ImportKind;
  readonly name: string;
  /** Line number in the file. Null for a missing subscription. */
  readonly line: number | null;
  /** The changed fields, for items without a valid change. */
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  /** Null if an error in the file prevents the change. */
  readonly plannedChange: PlannedSubscriptionChange | null;
  /** Items with warnings are deselected by default. */
  readonly warnings: readonly string[];
  readonly isBlocked: boolean;
}

const hasError = (issues: readonly FileIssue[]) => issues.some(({ tone }) => tone === "error");

function toDraft(item: Omit<ImportItem, "isBlocked">, issues: readonly FileIssue[]) {
  const warnings = issues.filter(({ tone }) => tone === "warning").map(({ message }) => message);
  const isBlocked = item.plannedChange === null;
  return { item: { ...item, warnings: [...item.warnings, ...warnings], isBlocked }, issues };
}

/** Plans a change to a record. A deletion is skipped if the record has changed since the preview. */
export function planRecordChange(
  before: Subscription,
  body: SubscriptionChange,
  name: string,
): PlannedSubscriptionChange {
  return {
    key: String(before.id),
    name,
    resource: "subscription",
    kind: "change",
    before,
    body,
    ...(body.deleted === true && { precondition: DELIVERY_FIELDS }),
  };
}

/** Computes the changes to a record. Fields that weren't edited in the file keep the server's values. */
export function draftChange(
  entry: ImportEntry,
  before: Subscription,
  { line, names }: { readonly line: number; readonly names: ReferenceNames },
) {
  const capabilities = recordCapabilities(before);
  const issues: FileIssue[] = [
    ...entry.issues,
    ...serverFieldIssues(entry, before),
    ...unsupportedFieldIssues(entry, capabilities),
  ];
  const body: Record<string, unknown> = {};
  const changed = new Set<ImportField>();
  for (const [field, { value, offset }] of entry.values) {
    if (!isSupported(field, capabilities)) continue;
    if (isSameValue(field, value, before[field])) continue;
    if (isUnchanged(entry.fingerprints, field, value) === true) continue;
    const message = validateFieldValue(field, value);
    if (message !== null) issues.push(errorAt(offset, message));
    body[field] = value;
    changed.add(field);
  }
  addInviteMessage(entry, body, issues);
  const selection = before.dashboard_export_insights;
  // Sends the previous insight selection too, because the server checks it only if the request contains it.
  if (changed.has("dashboard") && typeof body["dashboard"] === "number" && selection)
    body["dashboard_export_insights"] ??= selection;
  const parsed = hasError(issues) ? null : z.safeParse(subscriptionChange, body);
  const planned = parsed?.success ? toPlannedRecord(parsed.data, before) : null;
  if (planned !== null)
    issues.push(
      ...findIssues(entry, { after: planned, before, changed, capabilities, isServerUnknown: false }),
    );
  issues.push(...sourceNameIssues(entry, planned ?? before, names));
  const kind = changeKind(body, before);
  if (kind === null) return { item: null, issues };
  const name = subscriptionTitle(before, names).text;
  const isConflicting = [...changed].some(
    (field) => isUnchanged(entry.fingerprints, field, before[field]) === false,
  );
  const staysInTrash = before.deleted && !("deleted" in body);
  const item = {
    key: String(before.id),
    kind,
    name,
    line,
    changes: Object.entries(body)
      .map(([field, after]) => ({ field, before: before[field] ?? null, after }))
      .filter((edit) => !isSameValue(edit.field, edit.before, edit.after)),
    plannedChange: parsed?.success && !hasError(issues) ? planRecordChange(before, parsed.data, name) : null,
    warnings: [
      ...(isConflicting ? ["Also changed on the server since the download."] : []),
      ...(staysInTrash ? ["The subscription stays in Trash and sends nothing."] : []),
    ],
  };
  return toDraft(item, issues);
}

/**
 * Whether the record has changed on the server since the download. A change that the file contains doesn't count,
 * because an earlier import of the file may have made it.
 */
export function isOutdated({ fingerprints, values }: ImportEntry, before: Subscription): boolean {
  return IMPORT_FIELDS.some((field) => {
    const given = values.get(field);
    return (
      isUnchanged(fingerprints, field, before[field]) === false &&
      (given === undefined || !isSameValue(field, given.value, before[field]))
    );
  });
}

function changeKind(body: Readonly<Record<string, unknown>>, before: Subscription): ImportKind | null {
  if (Object.keys(body).length === 0) return null;
  if (body["deleted"] === true) return "deleted";
  return body["deleted"] === false && before.deleted ? "restored" : "changed";
}

function addInviteMessage(
  { message }: ImportEntry,
  body: Record<string, unknown>,
  issues: FileIssue[],
): void {
  if (message === null || message.value === null || message.value === "") return;
  const error = validateFieldValue(MESSAGE_FIELD, message.value);
  if (error !== null) issues.push(errorAt(message.offset, error));
  body[MESSAGE_FIELD] = message.value;
}

/** Warns about a name that isn't the source's name. Skips sources whose names haven't loaded. */
function sourceNameIssues(
  { sourceName }: ImportEntry,
  source: Pick<Subscription, "dashboard" | "insight">,
  names: ReferenceNames,
): readonly FileIssue[] {
  const given = typeof sourceName?.value === "string" ? cleanSourceName(sourceName.value) : "";
  const key = sourceKeyOf(source);
  const known = key === null ? "" : (names.get(key) ?? "");
  if (sourceName === null || given === "" || known === "" || normalizeText(given) === normalizeText(known))
    return [];
  const label = fullSourceLabel({ ...source, resource_name: known }, names);
  return [warningAt(sourceName.offset, `“${given}” isn't the name of ${label}. The ID is used.`)];
}

function findIssues(entry: ImportEntry, update: Parameters<typeof findRuleIssues>[0]): readonly FileIssue[] {
  return findRuleIssues(update).map(({ field, tone, message }) => ({
    tone,
    message,
    offset: entry.values.get(field)?.offset ?? entry.offset,
  }));
}

const REQUIRED_FIELDS = ["target_type", "target_value", "frequency", "start_date"] as const;

/** Warns about fields that the server doesn't have. They aren't sent. */
function unsupportedFieldIssues(
  { values }: ImportEntry,
  capabilities: SubscriptionCapabilities,
): readonly FileIssue[] {
  return [...values]
    .filter(([field, { value }]) => !isSupported(field, capabilities) && value !== null)
    .map(([field, { offset }]) => warningAt(offset, unknownKeyMessage(field, null)));
}

interface CreationContext {
  readonly key: string;
  readonly line: number;
  readonly isCreateOnly: boolean;
  readonly capabilities: SubscriptionCapabilities;
  readonly names: ReferenceNames;
  /** Whether no record has shown the server's capabilities yet. */
  readonly isServerUnknown: boolean;
}

export function draftCreation(
  entry: ImportEntry,
  { key, line, isCreateOnly, capabilities, names, isServerUnknown }: CreationContext,
) {
  const issues: FileIssue[] = [...entry.issues, ...unsupportedFieldIssues(entry, capabilities)];
  const body: Record<string, unknown> = {};
  const changed = new Set<ImportField>();
  for (const [field, { value, offset }] of entry.values) {
    if (value === null || (field === "deleted" && (value === false || isCreateOnly))) continue;
    if (!isSupported(field, capabilities)) continue;
    // An empty selection counts as omitted.
    if (field === "dashboard_export_insights" && isSameValue(field, value, [])) continue;
    const message =
      field === "deleted"
        ? "A new subscription can't be in Trash. Remove “deleted”."
        : validateFieldValue(field, value);
    if (message !== null) issues.push(errorAt(offset, message));
    body[field] = value;
    changed.add(field);
  }
  for (const field of REQUIRED_FIELDS) {
    if (field in body || entry.issues.some(({ offset }) => offset === entry.offset)) continue;
    issues.push(errorAt(entry.offset, `“${field}” is required for a new subscription.`));
  }
  addInviteMessage(entry, body, issues);
  const parsed = hasError(issues) ? null : z.safeParse(subscriptionCreation, body);
  const created = parsed?.success ? parsed.data : null;
  const planned = created && toPlannedRecord(created);
  if (planned !== null) {
    const update = { after: planned, before: null, changed, capabilities, isServerUnknown };
    issues.push(...findIssues(entry, update), ...sourceNameIssues(entry, planned, names));
  }
  const { title } = body;
  const givenName = typeof title === "string" && title.trim() !== "" ? title : "New subscription";
  const name = planned === null ? givenName : subscriptionTitle(planned, names).text;
  const plannedChange: PlannedSubscriptionChange | null =
    created === null || hasError(issues)
      ? null
      : { key, name, resource: "subscription", kind: "create", body: created };
  const changes = Object.entries(body).map(([field, after]) => ({ field, before: null, after }));
  return toDraft({ key, kind: "new", name, line, changes, plannedChange, warnings: [] }, issues);
}

/** Values that servers use for omitted fields. Required fields have placeholders. */
const NEW_RECORD_DEFAULTS: PlannedRecord = {
  title: null,
  dashboard: null,
  insight: null,
  target_type: "",
  target_value: "",
  frequency: "",
  interval: 1,
  byweekday: null,
  bysetpos: null,
  count: null,
  start_date: "",
  until_date: null,
  dashboard_export_insights: undefined,
  integration_id: undefined,
};

function toPlannedRecord(
  body: SubscriptionChange,
  before: PlannedRecord = NEW_RECORD_DEFAULTS,
): PlannedRecord {
  return Object.assign({ ...before }, body);
}
