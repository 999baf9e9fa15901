import * as z from "zod/mini";
import {
  FREQUENCIES,
  SET_POSITIONS,
  type Subscription,
  subscriptionChange,
  TARGET_TYPES,
  TITLE_MAX_LENGTH,
} from "@/api/subscriptions";
import type { SubscriptionCapabilities } from "@/data/capabilities/capabilities";
import { getRecipients } from "@/data/subscriptions/subscriptions";
import { isUndeliveredChannel } from "@/lib/recipients/recipients";
import { validateRecipient } from "@/lib/recipients/validate-recipient";
import { appliesPosition } from "@/lib/schedule/schedule-rule";
import { WEEKDAYS } from "@/lib/time/calendar-days";
import { parseInstant } from "@/lib/time/dates";
import {
  type ImportIssueKind,
  invalidValueMessage,
  issueMessage,
  titleTooLongMessage,
  unknownValueMessage,
  unusualPositionMessage,
} from "./import-entry";
import type { ImportField } from "./import-fields";

export interface RuleIssue {
  readonly field: ImportField;
  readonly tone: "error" | "warning";
  readonly message: string;
}

const POSITIVE_FIELDS: readonly string[] = ["dashboard", "insight", "interval", "count"];

/**
 * Checks a value's type, and the limits that don't depend on other fields. Returns an error
 * message, or null for a valid value.
 */
export function validateFieldValue(field: ImportField | "invite_message", value: unknown): string | null {
  const matchesContract = z.safeParse(subscriptionChange, { [field]: value }).success;
  if (field === "title" && typeof value === "string" && value.length > TITLE_MAX_LENGTH) {
    return titleTooLongMessage(value.length);
  }
  const isTooSmall = POSITIVE_FIELDS.includes(field) && typeof value === "number" && value < 1;
  const isNotTimestamp = field.endsWith("_date") && typeof value === "string" && parseInstant(value) === null;
  if (matchesContract && !isTooSmall && !isNotTimestamp) return null;
  return invalidValueMessage(field, value);
}

export type PlannedRecord = Pick<Subscription, Exclude<ImportField, "deleted">>;

interface PlannedUpdate {
  readonly after: PlannedRecord;
  /** Null for a new subscription. */
  readonly before: PlannedRecord | null;
  /** Fields that the file changes. Existing records are checked only against rules that use these fields. */
  readonly changed: ReadonlySet<ImportField>;
  readonly capabilities: SubscriptionCapabilities;
  /** Whether no record has shown the server's capabilities yet. */
  readonly isServerUnknown: boolean;
}

/** Validates a new or changed record, whose values must have passed `validateFieldValue`. */
export function findRuleIssues(update: PlannedUpdate): readonly RuleIssue[] {
  return [
    ...sourceIssues(update),
    ...selectionIssues(update),
    ...targetIssues(update),
    ...workspaceIssues(update),
    ...scheduleIssues(update),
  ];
}

function hasTouched({ before, changed }: PlannedUpdate, ...fields: readonly ImportField[]): boolean {
  return before === null || fields.some((field) => changed.has(field));
}

function sourceIssues(update: PlannedUpdate): readonly RuleIssue[] {
  const { after, changed } = update;
  if (!hasTouched(update, "dashboard", "insight")) return [];
  const field = changed.has("insight") ? "insight" : "dashboard";
  if (after.dashboard !== null && after.insight !== null) {
    return [
      {
        field,
        tone: "error",
        message: issueMessage("two-sources"),
      },
    ];
  }
  return after.dashboard === null && after.insight === null
    ? [{ field, tone: "error", message: issueMessage("no-source") }]
    : [];
}

/** Checks the selected insights on servers that require a selection for a dashboard. */
function selectionIssues(update: PlannedUpdate): readonly RuleIssue[] {
  const { after, before, changed, capabilities } = update;
  const field = "dashboard_export_insights";
  if (!capabilities.hasInsightSelection || !hasTouched(update, "dashboard", "insight", field)) return [];
  const isEmpty = (after.dashboard_export_insights ?? []).length === 0;
  if (after.dashboard === null) {
    if (isEmpty || !changed.has(field)) return [];
    return [{ field, tone: "error", message: issueMessage("selection-without-dashboard") }];
  }
  if (isEmpty) return [{ field, tone: "error", message: issueMessage("no-selection") }];
  const isOld = before !== null && changed.has("dashboard") && !changed.has(field);
  return isOld ? [{ field, tone: "warning", message: issueMessage("old-selection") }] : [];
}

/** Checks the workspace of a Slack channel on servers that require one. */
function workspaceIssues(update: PlannedUpdate): readonly RuleIssue[] {
  const { target_type: channel, integration_id: workspace = null } = update.after;
  const isMissing = update.capabilities.hasSlackWorkspace && channel === "slack" && workspace === null;
  if (!isMissing || !hasTouched(update, "target_type", "target_value", "integration_id")) return [];
  return [{ field: "integration_id", tone: "error", message: issueMessage("no-workspace") }];
}

const DELIVERED_TYPES = TARGET_TYPES.filter((channel) => !isUndeliveredChannel(channel));

function targetIssues(update: PlannedUpdate): readonly RuleIssue[] {
  const { after, before } = update;
  if (!hasTouched(update, "target_type", "target_value")) return [];
  const channel = after.target_type;
  const issues: RuleIssue[] = [];
  if (channel !== before?.target_type) {
    issues.push(
      ...(isUndeliveredChannel(channel)
        ? [{ field: "target_type", tone: "error", message: issueMessage("undelivered-channel") } as const]
        : choiceIssues("target_type", channel, DELIVERED_TYPES)),
    );
  }
  const recipients = getRecipients(after);
  if (recipients.length === 0) {
    issues.push({
      field: "target_value",
      tone: "error",
      message: issueMessage("no-recipient"),
    });
  }
  // Recipients that the server has already accepted are valid.
  const servedRecipients = before !== null && before.target_type === channel ? getRecipients(before) : [];
  for (const recipient of recipients) {
    const message = servedRecipients.includes(recipient) ? null : validateRecipient(channel, recipient);
    if (message !== null) issues.push({ field: "target_value", tone: "error", message });
  }
  return issues;
}

/** Warns about an unknown value. Not an error, because the server may support values that the app doesn't know. */
function choiceIssues(
  field: ImportField,
  value: string,
  knownValues: readonly string[],
): readonly RuleIssue[] {
  if (knownValues.includes(value)) return [];
  return [{ field, tone: "warning", message: unknownValueMessage(value, knownValues) }];
}

function scheduleIssues(update: PlannedUpdate): readonly RuleIssue[] {
  const { after, before } = update;
  const issues: RuleIssue[] = [];
  if (hasTouched(update, "frequency"))
    issues.push(...choiceIssues("frequency", after.frequency, FREQUENCIES));
  const isNewDay = (day: string) => !(before?.byweekday ?? []).includes(day);
  for (const day of hasTouched(update, "byweekday") ? (after.byweekday ?? []) : []) {
    if (isNewDay(day)) issues.push(...choiceIssues("byweekday", day, WEEKDAYS));
  }
  if (hasTouched(update, "bysetpos", "byweekday", "frequency")) issues.push(...positionIssues(update));
  if (hasTouched(update, "start_date", "until_date")) issues.push(...endIssues(after));
  return issues;
}

function positionIssues({ after, capabilities, isServerUnknown }: PlannedUpdate): readonly RuleIssue[] {
  const { bysetpos, byweekday, frequency } = after;
  if (bysetpos === null) return [];
  const knownValues: readonly number[] = SET_POSITIONS;
  if (bysetpos === 0) {
    return [
      {
        field: "bysetpos",
        tone: "error",
        message: issueMessage("position-zero"),
      },
    ];
  }
  if (!knownValues.includes(bysetpos)) {
    return [
      {
        field: "bysetpos",
        tone: "warning",
        message: unusualPositionMessage(bysetpos),
      },
    ];
  }
  const warn = (kind: ImportIssueKind): readonly RuleIssue[] => [
    { field: "bysetpos", tone: "warning", message: issueMessage(kind) },
  ];
  if (byweekday === null || byweekday.length === 0) return warn("position-without-weekdays");
  if (!appliesPosition(frequency, capabilities.limitsPositionToMonths))
    return warn("position-outside-months");
  return isServerUnknown && !appliesPosition(frequency, true) ? warn("position-maybe-ignored") : [];
}

function endIssues({ start_date, until_date }: PlannedRecord): readonly RuleIssue[] {
  const start = parseInstant(start_date);
  const until = until_date === null ? null : parseInstant(until_date);
  return start && until && until < start
    ? [{ field: "until_date", tone: "error", message: issueMessage("end-before-start") }]
    : [];
}
