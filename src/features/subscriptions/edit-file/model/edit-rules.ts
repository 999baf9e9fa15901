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

/** Something that is wrong with a field, or odd about it. */
export interface RuleIssue {
  readonly field: EditField;
  readonly tone: "mistake" | "warning";
  readonly message: string;
}

const TIMESTAMP_PATTERN = "a date and a time with their zone, like 2026-11-23T09:00:00Z";

/** What a field takes, as the end of a sentence. */
const EXPECTED_VALUES: Readonly<Record<EditField | "invite_message", string>> = {
  title: `a text of at most ${TITLE_MAX_LENGTH} characters, or null`,
  dashboard: "a whole number, or null",
  insight: "a whole number, or null",
  target_type: "a text",
  target_value: "a text",
  frequency: "a text",
  interval: "a whole number from 1 on",
  byweekday: 'a list of weekdays like ["monday"], or null',
  bysetpos: "a whole number like 1 or -1, or null",
  count: "a whole number from 1 on, or null",
  start_date: TIMESTAMP_PATTERN,
  until_date: `${TIMESTAMP_PATTERN}, or null`,
  deleted: "true or false",
  invite_message: "a text, or null",
};

const POSITIVE_FIELDS: readonly string[] = ["dashboard", "insight", "interval", "count"];
const MAX_QUOTED_LENGTH = 40;

function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text;
}

/** What is wrong with the form of a value, by the contract; null when nothing is. */
export function validateFieldValue(field: EditField | "invite_message", value: unknown): string | null {
  const matchesContract = z.safeParse(subscriptionChange, { [field]: value }).success;
  if (field === "title" && typeof value === "string" && value.length > TITLE_MAX_LENGTH) {
    return `Shorten the title to ${TITLE_MAX_LENGTH} characters; it has ${value.length}.`;
  }
  const isTooSmall = POSITIVE_FIELDS.includes(field) && typeof value === "number" && value < 1;
  const isNotTimestamp = field.endsWith("_date") && typeof value === "string" && parseInstant(value) === null;
  if (matchesContract && !isTooSmall && !isNotTimestamp) return null;
  return `“${field}” takes ${EXPECTED_VALUES[field]}, not ${quoteValue(value)}.`;
}

/** A delivery as it would be. */
export type PlannedRecord = Pick<Subscription, Exclude<EditField, "deleted">>;

interface PlannedUpdate {
  readonly after: PlannedRecord;
  /** Null for a new delivery. */
  readonly before: PlannedRecord | null;
  /** What the file changes; only that is judged. */
  readonly changed: ReadonlySet<EditField>;
}

/** What is wrong or odd about a delivery as it would be, whose values have the right form. */
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
        tone: "mistake",
        message: "It sends a dashboard or an insight, not both: set one of them to null.",
      },
    ];
  }
  return after.dashboard === null && after.insight === null
    ? [{ field, tone: "mistake", message: "It sends nothing: name a dashboard or an insight." }]
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
      tone: "mistake",
      message: "It reaches nobody: name a recipient.",
    });
  }
  // What the server holds already is not ours to refuse.
  const servedRecipients = before !== null && before.target_type === channel ? getRecipients(before) : [];
  for (const recipient of recipients) {
    const message = servedRecipients.includes(recipient) ? null : validateRecipient(channel, recipient);
    if (message !== null) issues.push({ field: "target_value", tone: "mistake", message });
  }
  return issues;
}

/** Servers may know more than this version does, so an unknown word is sent when a person wants it. */
function choiceIssues(field: EditField, value: string, knownValues: readonly string[]): readonly RuleIssue[] {
  if (knownValues.includes(value)) return [];
  const message = `“${value}” is not known here (known: ${formatList(knownValues)}). The server may refuse it.`;
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
        tone: "mistake",
        message: "0 makes servers fail: write null, 1 to 4, or -1 for the last.",
      },
    ];
  }
  if (!knownValues.includes(bysetpos)) {
    return [
      {
        field: "bysetpos",
        tone: "warning",
        message: `${bysetpos} is unusual: servers know 1 to 4, and -1 for the last.`,
      },
    ];
  }
  return byweekday === null || byweekday.length === 0
    ? [{ field: "bysetpos", tone: "warning", message: "A position counts only together with weekdays." }]
    : [];
}

function endIssues({ start_date, until_date }: PlannedRecord): readonly RuleIssue[] {
  const start = parseInstant(start_date);
  const until = until_date === null ? null : parseInstant(until_date);
  return start && until && until < start
    ? [{ field: "until_date", tone: "mistake", message: "The end lies before the start." }]
    : [];
}
