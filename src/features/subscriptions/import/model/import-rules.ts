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
import { isUndeliveredChannel, UNDELIVERED_CHANNEL_MESSAGE } from "@/lib/recipients/recipients";
import { validateRecipient } from "@/lib/recipients/validate-recipient";
import { appliesPosition } from "@/lib/schedule/schedule-rule";
import { formatList } from "@/lib/text/numbers";
import { WEEKDAYS } from "@/lib/time/calendar-days";
import { parseInstant } from "@/lib/time/dates";
import { invalidValueMessage } from "./import-entry";
import type { ImportField } from "./import-fields";

export interface RuleIssue {
  readonly field: ImportField;
  readonly tone: "error" | "warning";
  readonly message: string;
}

const errorIn = (field: ImportField, message: string): RuleIssue => ({ field, tone: "error", message });
const warningIn = (field: ImportField, message: string): RuleIssue => ({ field, tone: "warning", message });

const POSITIVE_FIELDS: readonly string[] = ["dashboard", "insight", "interval", "count"];

/**
 * Checks a value's type, and the limits that don't depend on other fields. Returns an error
 * message, or null for a valid value.
 */
export function validateFieldValue(field: ImportField | "invite_message", value: unknown): string | null {
  const matchesContract = z.safeParse(subscriptionChange, { [field]: value }).success;
  if (field === "title" && typeof value === "string" && value.length > TITLE_MAX_LENGTH) {
    return `Shorten the title to ${TITLE_MAX_LENGTH} characters. It has ${value.length}.`;
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
  const rules = [
    findSourceIssue,
    findSelectionIssue,
    findTargetIssues,
    findWorkspaceIssue,
    findScheduleIssues,
  ];
  return rules.flatMap((rule) => rule(update) ?? []);
}

function hasTouched({ before, changed }: PlannedUpdate, ...fields: readonly ImportField[]): boolean {
  return before === null || fields.some((field) => changed.has(field));
}

function findSourceIssue(update: PlannedUpdate): RuleIssue | null {
  const { after, changed } = update;
  if (!hasTouched(update, "dashboard", "insight")) return null;
  const field = changed.has("insight") ? "insight" : "dashboard";
  if (after.dashboard !== null && after.insight !== null)
    return errorIn(field, "Set a dashboard or an insight, not both.");
  return after.dashboard === null && after.insight === null
    ? errorIn(field, "Set a dashboard or an insight.")
    : null;
}

/** Checks the selected insights on servers that require a selection for a dashboard. */
function findSelectionIssue(update: PlannedUpdate): RuleIssue | null {
  const { after, before, changed, capabilities } = update;
  const field = "dashboard_export_insights";
  if (!capabilities.hasInsightSelection || !hasTouched(update, "dashboard", "insight", field)) return null;
  const isEmpty = (after.dashboard_export_insights ?? []).length === 0;
  if (after.dashboard === null) {
    return isEmpty || !changed.has(field)
      ? null
      : errorIn(field, "Only a dashboard has insights to select. Remove “dashboard_export_insights”.");
  }
  if (isEmpty) return errorIn(field, "In “dashboard_export_insights”, list the insights to send.");
  return before !== null && changed.has("dashboard") && !changed.has(field)
    ? warningIn(
        field,
        "The insights were selected for the old dashboard. Check that the new dashboard has them.",
      )
    : null;
}

/** Checks the workspace of a Slack channel on servers that require one. */
function findWorkspaceIssue(update: PlannedUpdate): RuleIssue | null {
  const { target_type: channel, integration_id: workspace = null } = update.after;
  const isMissing = update.capabilities.hasSlackWorkspace && channel === "slack" && workspace === null;
  return isMissing && hasTouched(update, "target_type", "target_value", "integration_id")
    ? errorIn("integration_id", "Set “integration_id” to the ID of the Slack workspace.")
    : null;
}

const DELIVERED_TYPES = TARGET_TYPES.filter((channel) => !isUndeliveredChannel(channel));

function findTargetIssues(update: PlannedUpdate): readonly RuleIssue[] {
  const { after, before } = update;
  if (!hasTouched(update, "target_type", "target_value")) return [];
  const channel = after.target_type;
  const issues: RuleIssue[] = [];
  if (channel !== before?.target_type && isUndeliveredChannel(channel))
    issues.push(errorIn("target_type", `${UNDELIVERED_CHANNEL_MESSAGE}.`));
  else if (channel !== before?.target_type)
    issues.push(...findUnknownValue("target_type", channel, DELIVERED_TYPES));
  const recipients = getRecipients(after);
  if (recipients.length === 0) issues.push(errorIn("target_value", "Enter a recipient."));
  // Recipients that the server has already accepted are valid.
  const servedRecipients = before !== null && before.target_type === channel ? getRecipients(before) : [];
  for (const recipient of recipients) {
    const message = servedRecipients.includes(recipient) ? null : validateRecipient(channel, recipient);
    if (message !== null) issues.push(errorIn("target_value", message));
  }
  return issues;
}

/** Warns about an unknown value. Not an error, because the server may support values that the app doesn't know. */
function findUnknownValue(
  field: ImportField,
  value: string,
  knownValues: readonly string[],
): readonly RuleIssue[] {
  if (knownValues.includes(value)) return [];
  const message = `“${value}” is unknown (known: ${formatList(knownValues)}). The server may reject it.`;
  return [warningIn(field, message)];
}

function findScheduleIssues(update: PlannedUpdate): readonly RuleIssue[] {
  const { after, before } = update;
  const newDays = (after.byweekday ?? []).filter((day) => !(before?.byweekday ?? []).includes(day));
  return [
    ...(hasTouched(update, "frequency") ? findUnknownValue("frequency", after.frequency, FREQUENCIES) : []),
    ...(hasTouched(update, "byweekday")
      ? newDays.flatMap((day) => findUnknownValue("byweekday", day, WEEKDAYS))
      : []),
    ...(hasTouched(update, "bysetpos", "byweekday", "frequency") ? findPositionIssue(update) : []),
    ...(hasTouched(update, "start_date", "until_date") ? findEndIssue(after) : []),
  ];
}

function findPositionIssue(update: PlannedUpdate): readonly RuleIssue[] {
  const { bysetpos, byweekday, frequency } = update.after;
  const { limitsPositionToMonths } = update.capabilities;
  const knownValues: readonly number[] = SET_POSITIONS;
  const warn = (message: string) => [warningIn("bysetpos", message)];
  if (bysetpos === null) return [];
  if (bysetpos === 0)
    return [errorIn("bysetpos", "“bysetpos” can't be 0. Use 1 to 4, -1 for the last, or null for none.")];
  if (!knownValues.includes(bysetpos))
    return warn(`The server may not support ${bysetpos} as “bysetpos”. Use 1 to 4, or -1 for the last.`);
  if (byweekday === null || byweekday.length === 0)
    return warn("“bysetpos” has no effect without “byweekday”.");
  if (!appliesPosition(frequency, limitsPositionToMonths))
    return warn("This server ignores “bysetpos” unless “frequency” is monthly.");
  return update.isServerUnknown && !appliesPosition(frequency, true)
    ? warn("Newer servers ignore “bysetpos” unless “frequency” is monthly.")
    : [];
}

function findEndIssue({ start_date, until_date }: PlannedRecord): readonly RuleIssue[] {
  const start = parseInstant(start_date);
  const until = until_date === null ? null : parseInstant(until_date);
  return start && until && until < start ? [errorIn("until_date", "The end must be after the start.")] : [];
}
