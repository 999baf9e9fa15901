import { type Subscription, TITLE_MAX_LENGTH } from "@/api/subscriptions";
import { type JsonMember, type JsonNode, jsonNodeValue } from "@/lib/file/json-reader";
import { findNearestName } from "@/lib/query/nearest-name";
import { UNDELIVERED_CHANNEL_MESSAGE } from "@/lib/recipients/recipients";
import { formatList } from "@/lib/text/numbers";
import {
  FINGERPRINTS_KEY,
  IMPORT_FIELDS,
  type ImportField,
  MESSAGE_FIELD,
  SERVER_FIELDS,
  SOURCE_NAME_KEY,
} from "./import-fields";

/** An issue at a position in the file. An error excludes its subscription from the import. */
export interface FileIssue {
  readonly tone: "error" | "warning";
  readonly offset: number;
  readonly message: string;
}

/** A value, and the offset of its key in the file. */
export interface EntryValue {
  readonly value: unknown;
  readonly offset: number;
}

export interface ImportEntry {
  readonly offset: number;
  /** Null for a new subscription. */
  readonly id: number | null;
  readonly idOffset: number;
  readonly values: ReadonlyMap<ImportField, EntryValue>;
  readonly message: EntryValue | null;
  readonly sourceName: EntryValue | null;
  readonly fingerprints: string | null;
  readonly servedValues: ReadonlyMap<string, EntryValue>;
  readonly issues: readonly FileIssue[];
}

const KNOWN_KEYS: readonly string[] = [
  "id",
  ...IMPORT_FIELDS,
  MESSAGE_FIELD,
  SOURCE_NAME_KEY,
  FINGERPRINTS_KEY,
  ...SERVER_FIELDS,
];
const KEY_NAMES = KNOWN_KEYS.filter((name) => name !== FINGERPRINTS_KEY).map((name) => ({ name }));
const FIELD_BY_KEY = new Map<string, ImportField>(IMPORT_FIELDS.map((field) => [field, field]));

export function parseEntry(node: JsonNode): ImportEntry {
  const issues: FileIssue[] = [];
  const values = new Map<ImportField, EntryValue>();
  const servedValues = new Map<string, EntryValue>();
  const entry = {
    offset: node.at,
    idOffset: node.at,
    id: null,
    message: null,
    sourceName: null,
    fingerprints: null,
    values,
    servedValues,
    issues,
  };
  if (node.kind !== "object") {
    issues.push({
      tone: "error",
      offset: node.at,
      message: issueMessage("not-an-object"),
    });
    return entry;
  }
  const members = uniqueMembers(node.members, issues);
  for (const [key, { at: offset, value }] of members) {
    const field = FIELD_BY_KEY.get(key);
    if (field !== undefined) values.set(field, { value: jsonNodeValue(value), offset });
    else if (SERVER_FIELDS.includes(key)) servedValues.set(key, { value: jsonNodeValue(value), offset });
    else if (!KNOWN_KEYS.includes(key)) issues.push(unknownKeyIssue(key, offset));
  }
  const fingerprints = members.get(FINGERPRINTS_KEY)?.value;
  return {
    ...entry,
    id: parseId(members.get("id"), issues),
    idOffset: members.get("id")?.at ?? node.at,
    message: readValue(members.get(MESSAGE_FIELD)),
    sourceName: readValue(members.get(SOURCE_NAME_KEY)),
    fingerprints:
      fingerprints?.kind === "scalar" && typeof fingerprints.value === "string" ? fingerprints.value : null,
  };
}

function readValue(member: JsonMember | undefined): EntryValue | null {
  return member === undefined ? null : { value: jsonNodeValue(member.value), offset: member.at };
}

function uniqueMembers(members: readonly JsonMember[], issues: FileIssue[]): ReadonlyMap<string, JsonMember> {
  const distinct = new Map<string, JsonMember>();
  for (const member of members) {
    if (distinct.has(member.key)) {
      issues.push({ tone: "error", offset: member.at, message: repeatedKeyMessage(member.key) });
    } else distinct.set(member.key, member);
  }
  return distinct;
}

function unknownKeyIssue(key: string, offset: number): FileIssue {
  return { tone: "warning", offset, message: unknownKeyMessage(key, findNearestName(key, KEY_NAMES)) };
}

function parseId(member: JsonMember | undefined, issues: FileIssue[]): number | null {
  if (member === undefined) return null;
  const id = jsonNodeValue(member.value);
  if (id === null || (typeof id === "number" && Number.isSafeInteger(id) && id > 0)) return id;
  issues.push({
    tone: "error",
    offset: member.at,
    message: issueMessage("invalid-id"),
  });
  // Returns the ID despite the error, so that the subscription doesn't count as missing.
  return typeof id === "string" && /^\d+$/.test(id) ? Number(id) : null;
}

/** Warns about edited read-only fields. */
export function serverFieldIssues(entry: ImportEntry, before: Subscription): readonly FileIssue[] {
  return [...entry.servedValues].flatMap(([key, { value, offset }]) =>
    JSON.stringify(value) === JSON.stringify(before[key])
      ? []
      : [
          {
            tone: "warning" as const,
            offset: offset,
            message: readOnlyKeyMessage(key),
          },
        ],
  );
}

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

function repeatedKeyMessage(key: string): string {
  return `“${key}” is listed twice in this subscription. Remove one.`;
}

/** @param nearest known field that the user probably meant, or null */
export function unknownKeyMessage(key: string, nearest: string | null): string {
  const hint = nearest === null ? "" : ` Did you mean “${nearest}”?`;
  return `“${key}” isn't a subscription field and is ignored.${hint}`;
}

function readOnlyKeyMessage(key: string): string {
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
