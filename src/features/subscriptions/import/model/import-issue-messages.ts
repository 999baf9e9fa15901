import { TITLE_MAX_LENGTH } from "@/api/subscriptions";
import { UNDELIVERED_CHANNEL_MESSAGE } from "@/lib/recipients/channels";
import { formatList } from "@/lib/text/numbers";
import type { ImportField } from "./import-fields";

const TIMESTAMP_PATTERN = "a date and time with a time zone, like 2026-11-23T09:00:00Z";

/** Each text completes "must be …". */
const EXPECTED_VALUES: Readonly<Record<ImportField | "invite_message", string>> = {
  title: `text of at most ${TITLE_MAX_LENGTH} characters, or null`,
  dashboard: "a whole number or null",
  insight: "a whole number or null",
  target_type: "text",
  target_value: "text",
  frequency: "text",
  interval: "a whole number of 1 or higher",
  byweekday: 'a list of weekdays, like ["monday"], or null',
  bysetpos: "a whole number like 1 or -1, or null",
  count: "a whole number of 1 or higher, or null",
  start_date: TIMESTAMP_PATTERN,
  until_date: `${TIMESTAMP_PATTERN}, or null`,
  deleted: "true or false",
  dashboard_export_insights: "a list of insight IDs, like [4001, 4002]",
  integration_id: "a whole number or null",
  invite_message: "text or null",
};

const MAX_QUOTED_LENGTH = 40;

function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text;
}

export function invalidValueMessage(field: ImportField | "invite_message", value: unknown): string {
  return `“${field}” must be ${EXPECTED_VALUES[field]}, not ${quoteValue(value)}.`;
}

const ISSUE_MESSAGES = {
  "not-an-object": "Each entry must be an object: {…}.",
  "invalid-id": "“id” must be a subscription ID. Remove it to create a new subscription.",
  "two-sources": "Set a dashboard or an insight, not both.",
  "no-source": "Set a dashboard or an insight.",
  "no-selection": "In “dashboard_export_insights”, list the insights to send.",
  "old-selection": "The insights were selected for the old dashboard. Check that the new dashboard has them.",
  "selection-without-dashboard":
    "Only a dashboard has insights to select. Remove “dashboard_export_insights”.",
  "no-workspace": "Set “integration_id” to the ID of the Slack workspace.",
  "no-recipient": "Enter a recipient.",
  "position-zero": "“bysetpos” can't be 0. Use 1 to 4, -1 for the last, or null for none.",
  "position-without-weekdays": "“bysetpos” has no effect without “byweekday”.",
  "position-outside-months": "This server ignores “bysetpos” unless “frequency” is monthly.",
  "position-maybe-ignored": "Newer servers ignore “bysetpos” unless “frequency” is monthly.",
  "undelivered-channel": `${UNDELIVERED_CHANNEL_MESSAGE}.`,
  "end-before-start": "The end must be after the start.",
  "new-in-trash": "A new subscription can't be in Trash. Remove “deleted”.",
  "changed-since-export": "Also changed on the server since the download.",
  "stays-in-trash": "The subscription stays in Trash and sends nothing.",
  "listed-twice": "Listed twice in the file.",
} as const;

export type ImportIssueKind = keyof typeof ISSUE_MESSAGES;

export function issueMessage(kind: ImportIssueKind): string {
  return ISSUE_MESSAGES[kind];
}

export function titleTooLongMessage(length: number): string {
  return `Shorten the title to ${TITLE_MAX_LENGTH} characters. It has ${length}.`;
}

export function unknownValueMessage(value: string, knownValues: readonly string[]): string {
  return `“${value}” is unknown (known: ${formatList(knownValues)}). The server may reject it.`;
}

export function unusualPositionMessage(position: number): string {
  return `The server may not support ${position} as “bysetpos”. Use 1 to 4, or -1 for the last.`;
}

export function missingFieldMessage(field: string): string {
  return `“${field}” is required for a new subscription.`;
}

export function repeatedKeyMessage(key: string): string {
  return `“${key}” is listed twice in this subscription. Remove one.`;
}

/** @param nearest known field that the user probably meant, or null */
export function unknownKeyMessage(key: string, nearest: string | null): string {
  const hint = nearest === null ? "" : ` Did you mean “${nearest}”?`;
  return `“${key}” isn't a subscription field and is ignored.${hint}`;
}

export function readOnlyKeyMessage(key: string): string {
  return `“${key}” is set by the server and can't be changed.`;
}

export function duplicateIdMessage(id: number, firstLine: number): string {
  return `Subscription ${id} is listed twice (first on line ${firstLine}). Remove one entry, or its “id” to create a new subscription.`;
}

export function unknownIdMessage(id: number): string {
  return `Subscription ${id} doesn't exist in this project. Remove “id” to create a new one.`;
}

/** @param source label of the dashboard or insight that the ID refers to */
export function sourceNameMessage(name: string, source: string): string {
  return `“${name}” isn't the name of ${source}. The ID is used.`;
}

export function duplicateMessage(id: number): string {
  return `Identical to subscription ${id}. This entry may already have been imported.`;
}
