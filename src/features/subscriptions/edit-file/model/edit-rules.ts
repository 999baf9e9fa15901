import * as z from "zod/mini";
import {
  FREQUENCIES,
  SET_POSITIONS,
  type Subscription,
  subscriptionChange,
  TARGET_TYPES,
  TITLE_MAX_LENGTH,
} from "@/contract/subscriptions";
import { getRecipients } from "@/features/subscriptions/model/subscription-rules";
import { validateRecipient } from "@/features/subscriptions/schema/subscription-issues";
import { formatList } from "@/lib/text/numbers";
import { parseInstant } from "@/lib/time/dates";
import { WEEKDAYS } from "@/lib/time/weekdays";
import type { EditField } from "./edit-fields";

export interface RuleIssue {
  readonly field: EditField;
  readonly tone: "error" | "warning";
  readonly message: string;
}

const TIMESTAMP_PATTERN = "a date and time with a zone, like 2026-11-23T09:00:00Z";

/** Each completes "must be …". */
const EXPECTED_VALUES: Readonly<Record<EditField | "invite_message", string>> = {
  title: `text of at most ${TITLE_MAX_LENGTH} characters, or null`,
  dashboard: "a whole number or null",
  insight: "a whole number or null",
  target_type: "text",
  target_value: "text",
  frequency: "text",
  interval: "a whole number of 1 or higher",
  byweekday: 'a list of weekdays like ["monday"] or null',
  bysetpos: "a whole number like 1 or -1, or null",
  count: "a whole number of 1 or higher, or null",
  start_date: TIMESTAMP_PATTERN,
  until_date: `${TIMESTAMP_PATTERN}, or null`,
  deleted: "true or false",
  invite_message: "text or null",
};

const POSITIVE_FIELDS: readonly string[] = ["dashboard", "insight", "interval", "count"];
const MAX_QUOTED_LENGTH = 40;

function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text;
}

/** Checks the type of a value against the contract. Returns an error message or null. */
export function validateFieldValue(field: EditField | "invite_message", value: unknown): string | null {
  const matchesContract = z.safeParse(subscriptionChange, { [field]: value }).success;
  if (field === "title" && typeof value === "string" && value.length > TITLE_MAX_LENGTH) {
    return `Shorten the title to ${TITLE_MAX_LENGTH} characters. It has ${value.length}.`;
  }
  const isTooSmall = POSITIVE_FIELDS.includes(field) && typeof value === "number" && value < 1;
  const isNotTimestamp = field.endsWith("_date") && typeof value === "string" && parseInstant(value) === null;
  if (matchesContract && !isTooSmall && !isNotTimestamp) return null;
  return `“${field}” must be ${EXPECTED_VALUES[field]}, not ${quoteValue(value)}.`;
}

/** A record with the changes applied. */
export type PlannedRecord = Pick<Subscription, Exclude<EditField, "deleted">>;

interface PlannedUpdate {
  readonly after: PlannedRecord;
  /** Null for a new subscription. */
  readonly before: PlannedRecord | null;
  /** Fields changed by the file. Only these are validated. */
  readonly changed: ReadonlySet<EditField>;
}

/** Validates the changed record. The types of its values must be valid. */
export function findRuleIssues(update: PlannedUpdate): readonly RuleIssue[] {
  return [...sourceIssues(update), ...targetIssues(update), ...scheduleIssues(update)];
}

function hasTouched({ before, changed }: PlannedUpdate, ...fields: readonly EditField[]): boolean {
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
        message: "Set a dashboard or an insight, not both.",
      },
    ];
  }
  return after.dashboard === null && after.insight === null
    ? [{ field, tone: "error", message: "Set a dashboard or an insight." }]
    : [];
}

function targetIssues(update: PlannedUpdate): readonly RuleIssue[] {
  const { after, before } = update;
  if (!hasTouched(update, "target_type", "target_value")) return [];
  const channel = after.target_type;
  const issues: RuleIssue[] = [];
  if (channel !== before?.target_type) issues.push(...choiceIssues("target_type", channel, TARGET_TYPES));
  const recipients = getRecipients(after);
  if (recipients.length === 0) {
    issues.push({
      field: "target_value",
      tone: "error",
      message: "Enter a recipient.",
    });
  }
  // Accept recipients that the server already has.
  const servedRecipients = before !== null && before.target_type === channel ? getRecipients(before) : [];
  for (const recipient of recipients) {
    const message = servedRecipients.includes(recipient) ? null : validateRecipient(channel, recipient);
    if (message !== null) issues.push({ field: "target_value", tone: "error", message });
  }
  return issues;
}

/** Only warns about unknown values, because the server may support more than this version. */
function choiceIssues(field: EditField, value: string, knownValues: readonly string[]): readonly RuleIssue[] {
  if (knownValues.includes(value)) return [];
  const message = `“${value}” is unknown (known: ${formatList(knownValues)}). The server may reject it.`;
  return [{ field, tone: "warning", message }];
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
  if (hasTouched(update, "bysetpos", "byweekday")) issues.push(...positionIssues(after));
  if (hasTouched(update, "start_date", "until_date")) issues.push(...endIssues(after));
  return issues;
}

function positionIssues({ bysetpos, byweekday }: PlannedRecord): readonly RuleIssue[] {
  if (bysetpos === null) return [];
  const knownValues: readonly number[] = SET_POSITIONS;
  if (bysetpos === 0) {
    return [
      {
        field: "bysetpos",
        tone: "error",
        message: "0 causes a server error. Use null, 1 to 4, or -1 for the last.",
      },
    ];
  }
  if (!knownValues.includes(bysetpos)) {
    return [
      {
        field: "bysetpos",
        tone: "warning",
        message: `${bysetpos} is unusual. Servers support 1 to 4, and -1 for the last.`,
      },
    ];
  }
  return byweekday === null || byweekday.length === 0
    ? [{ field: "bysetpos", tone: "warning", message: "A position has no effect without weekdays." }]
    : [];
}

function endIssues({ start_date, until_date }: PlannedRecord): readonly RuleIssue[] {
  const start = parseInstant(start_date);
  const until = until_date === null ? null : parseInstant(until_date);
  return start && until && until < start
    ? [{ field: "until_date", tone: "error", message: "The end is before the start." }]
    : [];
}
