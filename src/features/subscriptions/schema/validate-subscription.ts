import * as z from "zod/mini";
import {
  FREQUENCIES,
  MAX_SELECTED_INSIGHTS,
  PROMPT_MAX_LENGTH,
  SET_POSITIONS,
  TARGET_TYPES,
  TITLE_MAX_LENGTH,
} from "@/api/subscriptions";
import { pendingInsightMessage } from "@/data/catalog/read-insights";
import { isUndeliveredChannel, UNDELIVERED_CHANNEL_MESSAGE } from "@/lib/recipients/recipients";
import { describeInvalidRecipient, validateRecipient } from "@/lib/recipients/validate-recipient";
import { formatCount, pluralForm, toAsciiDigits } from "@/lib/text/numbers";
import { fromLocalInput, WEEKDAYS } from "@/lib/time/calendar-days";
import { parseShortId } from "@/lib/url/paths";
import {
  END_KINDS,
  hasInsightsField,
  hasWorkspaceField,
  isSameList,
  SUBSCRIPTION_FORM_FIELDS,
  type SubscriptionFormField,
  type SubscriptionFormOrigin,
  type SubscriptionFormValues,
} from "./subscription-form-values";

const MAX_INT32 = 2_147_483_647;

const MISSING_RECIPIENT_MESSAGES = new Map([
  ["email", "Add at least one email address."],
  ["slack", "Enter a Slack channel."],
]);

/** Returns an error message. Null for a positive 32-bit integer. */
function validateNumber(text: string, missing: string): string | null {
  const value = toAsciiDigits(text.trim());
  if (value === "") return missing;
  if (!/^[+-]?\d+$/.test(value)) return "Enter a whole number, like 2.";
  if (Number(value) < 1) return "Enter 1 or more.";
  return Number(value) > MAX_INT32 ? "Enter at most 2,147,483,647." : null;
}

export type SubscriptionFormIssues = Partial<Record<SubscriptionFormField, string | null>>;

function validateRecipients(values: SubscriptionFormValues, origin: SubscriptionFormOrigin): string | null {
  const { channel, recipients } = values;
  const isKept = origin.record !== null && channel === "teams" && channel === origin.values.channel;
  if (recipients.length === 0)
    return isKept ? null : (MISSING_RECIPIENT_MESSAGES.get(channel) ?? "Enter a URL.");
  if (channel !== "email" && recipients.length > 1) return "This channel allows only one recipient.";
  const issues = recipients.flatMap((item) => validateNewRecipient(channel, item, origin) ?? []);
  if (issues.length === 0) return null;
  if (recipients.length === 1) return issues[0] ?? null;
  return `${formatCount(issues.length)} of ${formatCount(recipients.length)} addresses ${pluralForm(issues.length, "is", "are")} invalid. Fix or remove ${pluralForm(issues.length, "it", "them")}.`;
}

/** Validates a recipient unless the edited record already has it. Returns an error message, or null. */
export function validateNewRecipient(
  channel: string,
  text: string,
  origin: SubscriptionFormOrigin,
): string | null {
  return isServedRecipient(channel, text, origin) ? null : validateRecipient(channel, text);
}

function isServedRecipient(
  channel: string,
  text: string,
  { record, values }: SubscriptionFormOrigin,
): boolean {
  return record !== null && channel === values.channel && values.recipients.includes(text);
}

/** Returns why a recipient of the form can't receive deliveries, and the fix. A stored one doesn't prevent saving. */
export function findRecipientIssue(
  channel: string,
  text: string,
  origin: SubscriptionFormOrigin,
): string | null {
  return isServedRecipient(channel, text, origin)
    ? describeInvalidRecipient(channel, text)
    : validateRecipient(channel, text);
}

function validateDate(text: string, zone: string): string | null {
  const reading = fromLocalInput(text, zone);
  return reading.ok ? null : reading.message;
}

function validateStart(text: string, zone: string): string | null {
  const [day = "", time = ""] = text.split("T");
  if (day === "") return "Enter a start date.";
  return time === "" ? "Enter a time." : validateDate(text, zone);
}

function validateEnd(values: SubscriptionFormValues, zone: string): SubscriptionFormIssues {
  const { end, until, count, start } = values;
  const issues: SubscriptionFormIssues = {};
  if (end === "after" || end === "both")
    issues.count = validateNumber(count, "Enter the number of deliveries.");
  if (end === "on" || end === "both") {
    issues.until = validateDate(until, zone);
    const from = fromLocalInput(start, zone);
    const to = fromLocalInput(until, zone);
    if (from.ok && to.ok && Date.parse(to.iso) < Date.parse(from.iso)) {
      issues.until = "The end must be after the start.";
    }
  }
  return issues;
}

function validateWeekdays(values: SubscriptionFormValues, origin: SubscriptionFormOrigin): string | null {
  const allowed: readonly string[] = [...WEEKDAYS, ...origin.values.weekdays];
  const unknownDay = values.weekdays.find((day) => !allowed.includes(day));
  return unknownDay === undefined ? null : `“${unknownDay}” isn't a weekday.`;
}

function validateChoice(value: string, options: readonly string[], servedValue: string): string | null {
  return options.includes(value) || value === servedValue ? null : `“${value}” isn't a valid option.`;
}

function validateChannel({ channel }: SubscriptionFormValues, { values: before }: SubscriptionFormOrigin) {
  const isNew = channel !== before.channel;
  if (isNew && isUndeliveredChannel(channel)) return `${UNDELIVERED_CHANNEL_MESSAGE}.`;
  return validateChoice(channel, TARGET_TYPES, before.channel);
}

/** Returns an error message, or null. Prompts and briefs have no ID, so they are valid. */
function validateSourceId({ source, sourceId }: SubscriptionFormValues): string | null {
  if (source !== "dashboard" && source !== "insight") return null;
  if (source === "insight" && parseShortId(sourceId) !== null) return pendingInsightMessage(sourceId);
  const missing = `Choose the ${source}, or enter its ID.`;
  return /^\s*[+-]?\d+\s*$/.test(sourceId) ? validateNumber(sourceId, missing) : missing;
}

export function validateInsightId(text: string): string | null {
  return /^[1-9]\d{0,9}$/.test(text) ? null : "Enter IDs, like 12 or 15.";
}

function validateInsights(values: SubscriptionFormValues, origin: SubscriptionFormOrigin): string | null {
  if (!hasInsightsField(values, origin)) return null;
  const invalid = values.insights.map(validateInsightId).find((message) => message !== null);
  if (invalid) return invalid;
  const { size } = new Set(values.insights);
  if (size === 0) return "Select at least one insight.";
  // The server accepts at least as many insights as the record has.
  const max = Math.max(MAX_SELECTED_INSIGHTS, origin.values.insights.length);
  return size > max ? `Select at most ${max} insights.` : null;
}

function validateIntegration(values: SubscriptionFormValues, origin: SubscriptionFormOrigin): string | null {
  if (!hasWorkspaceField(values, origin)) return null;
  return /^[1-9]\d{0,9}$/.test(values.integration) ? null : "Choose the Slack workspace.";
}

function validatePrompt({ source, prompt }: SubscriptionFormValues): string | null {
  if (source !== "ai_prompt") return null;
  const length = [...prompt.trim()].length;
  if (length === 0) return "Enter a prompt.";
  return length > PROMPT_MAX_LENGTH
    ? `Shorten the prompt to ${formatCount(PROMPT_MAX_LENGTH)} characters. It has ${formatCount(length)}.`
    : null;
}

export function validateSubscriptionForm(
  values: SubscriptionFormValues,
  origin: SubscriptionFormOrigin,
): SubscriptionFormIssues {
  const positions = ["", ...SET_POSITIONS.map(String)];
  return {
    source: validateChoice(values.source, ["dashboard", "insight"], origin.values.source),
    sourceId: validateSourceId(values),
    insights: validateInsights(values, origin),
    prompt: validatePrompt(values),
    integration: validateIntegration(values, origin),
    channel: validateChannel(values, origin),
    recipients: validateRecipients(values, origin),
    frequency: validateChoice(values.frequency, FREQUENCIES, origin.values.frequency),
    interval: validateNumber(values.interval, "Enter an interval, like 1."),
    weekdays: validateWeekdays(values, origin),
    position:
      values.weekdays.length === 0
        ? null
        : validateChoice(values.position, positions, origin.values.position),
    start: validateStart(values.start, origin.zone),
    end: validateChoice(values.end, END_KINDS, "never"),
    ...validateEnd(values, origin.zone),
    title:
      values.title.trim().length > TITLE_MAX_LENGTH
        ? `Shorten the title to ${TITLE_MAX_LENGTH} characters. It has ${values.title.trim().length}.`
        : null,
  };
}

const END_FIELDS: readonly SubscriptionFormField[] = ["start", "end", "until", "count"];
const RELATED_FIELDS: Partial<Record<SubscriptionFormField, readonly SubscriptionFormField[]>> = {
  until: END_FIELDS,
  count: END_FIELDS,
  insights: ["source", "sourceId", "insights"],
  integration: ["channel", "integration"],
  recipients: ["channel", "recipients"],
};

/** Whether a field and the fields that its validation depends on have the server's values. */
function isUnchangedField(
  field: SubscriptionFormField,
  values: SubscriptionFormValues,
  origin: SubscriptionFormOrigin,
): boolean {
  if (origin.record === null) return false;
  const relatedFields = RELATED_FIELDS[field] ?? [field];
  return relatedFields.every((name) => {
    const [now, before] = [values[name], origin.values[name]];
    return Array.isArray(now) && Array.isArray(before) ? isSameList(now, before) : now === before;
  });
}

/** Returns an error message per invalid field. Unchanged server values are valid. */
export function findFormIssues(
  values: SubscriptionFormValues,
  origin: SubscriptionFormOrigin,
): readonly { readonly field: SubscriptionFormField; readonly message: string }[] {
  const issues = validateSubscriptionForm(values, origin);
  return SUBSCRIPTION_FORM_FIELDS.flatMap((field) => {
    const message = issues[field];
    return message && !isUnchangedField(field, values, origin) ? [{ field, message }] : [];
  });
}

/**
 * Creates a schema that validates new input more strictly than the contract. Accepts unchanged
 * server values, even invalid ones.
 */
export function createSubscriptionFormSchema(origin: SubscriptionFormOrigin) {
  return z.custom<SubscriptionFormValues>().check(
    z.superRefine((values, context) => {
      for (const { field, message } of findFormIssues(values, origin)) {
        context.addIssue({ code: "custom", message, path: [field] });
      }
    }),
  );
}
