import * as z from "zod/mini";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { subscriptionChange, subscriptionCreation } from "@/api/subscriptions";
import { recordCapabilities, type SubscriptionCapabilities } from "@/data/capabilities/capabilities";
import { cleanSourceName, fullSourceLabel, sourceKeyOf } from "@/data/catalog/source-labels";
import { isSameValue } from "@/data/changes/change-labels";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { normalizeText } from "@/lib/text/normalize-text";
import type { FileIssue, ImportEntry } from "./import-entry";
import {
  issueMessage,
  missingFieldMessage,
  serverFieldIssues,
  sourceNameMessage,
  unknownKeyMessage,
} from "./import-entry";
import type { FieldEdit, ImportField, ImportItemChange, ImportKind } from "./import-fields";
import { IMPORT_FIELDS, isSupported, isUnchanged, MESSAGE_FIELD } from "./import-fields";
import { findRuleIssues, type PlannedRecord, validateFieldValue } from "./import-rules";

export interface ImportDraft {
  /** Null without changes. */
  readonly kind: ImportKind | null;
  readonly name: string;
  readonly changes: readonly FieldEdit[];
  readonly plannedChange: ImportItemChange;
  readonly warnings: readonly string[];
  readonly issues: readonly FileIssue[];
  readonly isOutdated: boolean;
}

const hasError = (issues: readonly FileIssue[]) => issues.some(({ tone }) => tone === "error");

/** Computes the changes to a record. Fields that weren't edited in the file keep the server's values. */
export function draftChange(entry: ImportEntry, before: Subscription, names: ReferenceNames): ImportDraft {
  const issues: FileIssue[] = [...entry.issues, ...serverFieldIssues(entry, before)];
  const body: Record<string, unknown> = {};
  const changed = new Set<ImportField>();
  let isConflicting = false;
  const capabilities = recordCapabilities(before);
  issues.push(...unsupportedFieldIssues(entry, capabilities));
  for (const [field, { value, offset }] of entry.values) {
    if (!isSupported(field, capabilities)) continue;
    if (isSameValue(field, value, before[field])) continue;
    if (isUnchanged(entry.fingerprints, field, value) === true) continue;
    const message = validateFieldValue(field, value);
    if (message !== null) issues.push({ tone: "error", offset: offset, message });
    body[field] = value;
    changed.add(field);
    if (isUnchanged(entry.fingerprints, field, before[field]) === false) isConflicting = true;
  }
  addInviteMessage(entry, body, issues);
  const selection = before.dashboard_export_insights;
  // Sends the previous insight selection too, because the server checks it only if the request contains it.
  if (changed.has("dashboard") && typeof body["dashboard"] === "number" && selection)
    body["dashboard_export_insights"] ??= selection;
  const hasBadValues = hasError(issues);
  const parsed = hasBadValues ? null : z.safeParse(subscriptionChange, body);
  const planned = parsed?.success ? toPlannedRecord(parsed.data, before) : null;
  if (planned !== null)
    issues.push(
      ...findIssues(entry, { after: planned, before, changed, capabilities, isServerUnknown: false }),
    );
  issues.push(...sourceNameIssues(entry, planned ?? before, names));
  const isValidChange = parsed?.success === true && !hasError(issues);
  // A change that the file contains may have been made by an earlier import of it.
  const isInFile = (field: ImportField) => {
    const given = entry.values.get(field);
    return given !== undefined && isSameValue(field, given.value, before[field]);
  };
  const isOutdated = IMPORT_FIELDS.some(
    (field) => isUnchanged(entry.fingerprints, field, before[field]) === false && !isInFile(field),
  );
  return {
    kind: changeKind(body, before),
    name: subscriptionTitle(before, names).text,
    changes: Object.entries(body)
      .map(([field, after]) => ({ field, before: before[field] ?? null, after }))
      .filter((edit) => !isSameValue(edit.field, edit.before, edit.after)),
    plannedChange: isValidChange ? { kind: "change", before, body: parsed.data } : { kind: "none" },
    warnings: changeWarnings({ isConflicting, before, body }),
    issues,
    isOutdated,
  };
}

function changeKind(body: Readonly<Record<string, unknown>>, before: Subscription): ImportKind | null {
  if (Object.keys(body).length === 0) return null;
  if (body["deleted"] === true) return "deleted";
  return body["deleted"] === false && before.deleted ? "restored" : "changed";
}

interface ConflictContext {
  readonly isConflicting: boolean;
  readonly before: Subscription;
  readonly body: Readonly<Record<string, unknown>>;
}

function changeWarnings({ isConflicting, before, body }: ConflictContext): readonly string[] {
  const staysInTrash = before.deleted && !("deleted" in body);
  return [
    ...(isConflicting ? [issueMessage("changed-since-export")] : []),
    ...(staysInTrash ? [issueMessage("stays-in-trash")] : []),
  ];
}

function addInviteMessage(
  { message }: ImportEntry,
  body: Record<string, unknown>,
  issues: FileIssue[],
): void {
  if (message === null || message.value === null || message.value === "") return;
  const error = validateFieldValue(MESSAGE_FIELD, message.value);
  if (error !== null) issues.push({ tone: "error", offset: message.offset, message: error });
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
  const message = sourceNameMessage(given, fullSourceLabel({ ...source, resource_name: known }, names));
  return [{ tone: "warning", offset: sourceName.offset, message }];
}

function findIssues(entry: ImportEntry, update: Parameters<typeof findRuleIssues>[0]): readonly FileIssue[] {
  return findRuleIssues(update).map(({ field, tone, message }) => ({
    tone,
    message,
    offset: entry.values.get(field)?.offset ?? entry.offset,
  }));
}

const REQUIRED_FIELDS = ["target_type", "target_value", "frequency", "start_date"] as const;

interface CreationContext {
  readonly isCreateOnly: boolean;
  readonly capabilities: SubscriptionCapabilities;
  readonly names: ReferenceNames;
  readonly active: readonly Subscription[];
}

/** Warns about fields that the server doesn't have. They aren't sent. */
function unsupportedFieldIssues(
  entry: ImportEntry,
  capabilities: SubscriptionCapabilities,
): readonly FileIssue[] {
  return [...entry.values].flatMap(([field, { value, offset }]) =>
    isSupported(field, capabilities) || value === null
      ? []
      : [{ tone: "warning" as const, offset, message: unknownKeyMessage(field, null) }],
  );
}

export function draftCreation(
  entry: ImportEntry,
  { isCreateOnly, capabilities, names, active }: CreationContext,
): ImportDraft {
  const issues: FileIssue[] = [...entry.issues, ...unsupportedFieldIssues(entry, capabilities)];
  const body: Record<string, unknown> = {};
  const changed = new Set<ImportField>();
  for (const [field, { value, offset }] of entry.values) {
    if (value === null || (field === "deleted" && (value === false || isCreateOnly))) continue;
    // An empty selection counts as omitted.
    if (
      !isSupported(field, capabilities) ||
      (field === "dashboard_export_insights" && isSameValue(field, value, []))
    )
      continue;
    const message = field === "deleted" ? issueMessage("new-in-trash") : validateFieldValue(field, value);
    if (message !== null) issues.push({ tone: "error", offset: offset, message });
    body[field] = value;
    changed.add(field);
  }
  for (const field of REQUIRED_FIELDS) {
    if (field in body || entry.issues.some(({ offset }) => offset === entry.offset)) continue;
    issues.push({
      tone: "error",
      offset: entry.offset,
      message: missingFieldMessage(field),
    });
  }
  addInviteMessage(entry, body, issues);
  const parsed = hasError(issues) ? null : z.safeParse(subscriptionCreation, body);
  if (parsed?.success)
    issues.push(
      ...findIssues(entry, {
        after: toPlannedRecord(parsed.data),
        before: null,
        changed,
        capabilities,
        isServerUnknown: active.length === 0,
      }),
    );
  if (parsed?.success) issues.push(...sourceNameIssues(entry, toPlannedRecord(parsed.data), names));
  const isValidChange = parsed?.success === true && !hasError(issues);
  return {
    kind: "new",
    name: parsed?.success
      ? subscriptionTitle(toPlannedRecord(parsed.data), names).text
      : createdItemName(body["title"]),
    changes: Object.entries(body).map(([field, after]) => ({ field, before: null, after })),
    plannedChange: isValidChange ? { kind: "create", body: parsed.data } : { kind: "none" },
    warnings: [],
    issues,
    isOutdated: false,
  };
}

function createdItemName(title: unknown): string {
  return typeof title === "string" && title.trim() !== "" ? title : "New subscription";
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

function valueOr<Value>(value: Value | undefined, fallback: Value): Value {
  return value === undefined ? fallback : value;
}

function toPlannedRecord(
  body: SubscriptionChange,
  before: PlannedRecord = NEW_RECORD_DEFAULTS,
): PlannedRecord {
  return {
    title: valueOr(body.title, before.title),
    dashboard: valueOr(body.dashboard, before.dashboard),
    insight: valueOr(body.insight, before.insight),
    target_type: valueOr(body.target_type, before.target_type),
    target_value: valueOr(body.target_value, before.target_value),
    frequency: valueOr(body.frequency, before.frequency),
    interval: valueOr(body.interval, before.interval),
    byweekday: valueOr(body.byweekday, before.byweekday),
    bysetpos: valueOr(body.bysetpos, before.bysetpos),
    count: valueOr(body.count, before.count),
    start_date: valueOr(body.start_date, before.start_date),
    until_date: valueOr(body.until_date, before.until_date),
    dashboard_export_insights: valueOr(body.dashboard_export_insights, before.dashboard_export_insights),
    integration_id: valueOr(body.integration_id, before.integration_id),
  };
}
