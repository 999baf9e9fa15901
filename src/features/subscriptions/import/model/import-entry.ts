import { type Subscription, TITLE_MAX_LENGTH } from "@/api/subscriptions";
import { type JsonMember, type JsonNode, jsonNodeValue } from "@/lib/file/json-reader";
import { findNearestName } from "@/lib/query/nearest-name";
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

export function errorAt(offset: number, message: string): FileIssue {
  return { tone: "error", offset, message };
}

export function warningAt(offset: number, message: string): FileIssue {
  return { tone: "warning", offset, message };
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
    issues.push(errorAt(node.at, "Each entry must be an object: {…}."));
    return entry;
  }
  const members = uniqueMembers(node.members, issues);
  for (const [key, { at: offset, value }] of members) {
    const field = FIELD_BY_KEY.get(key);
    if (field !== undefined) values.set(field, { value: jsonNodeValue(value), offset });
    else if (SERVER_FIELDS.includes(key)) servedValues.set(key, { value: jsonNodeValue(value), offset });
    else if (!KNOWN_KEYS.includes(key))
      issues.push(warningAt(offset, unknownKeyMessage(key, findNearestName(key, KEY_NAMES))));
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
      issues.push(errorAt(member.at, `“${member.key}” is listed twice in this subscription. Remove one.`));
    } else distinct.set(member.key, member);
  }
  return distinct;
}

function parseId(member: JsonMember | undefined, issues: FileIssue[]): number | null {
  if (member === undefined) return null;
  const id = jsonNodeValue(member.value);
  if (id === null || (typeof id === "number" && Number.isSafeInteger(id) && id > 0)) return id;
  issues.push(errorAt(member.at, "“id” must be a subscription ID. Remove it to create a new subscription."));
  // Returns the ID despite the error, so that the subscription doesn't count as missing.
  return typeof id === "string" && /^\d+$/.test(id) ? Number(id) : null;
}

/** Warns about edited read-only fields. */
export function serverFieldIssues(entry: ImportEntry, before: Subscription): readonly FileIssue[] {
  return [...entry.servedValues]
    .filter(([key, { value }]) => JSON.stringify(value) !== JSON.stringify(before[key]))
    .map(([key, { offset }]) => warningAt(offset, `“${key}” is set by the server and can't be changed.`));
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

/** @param nearest known field that the user probably meant, or null */
export function unknownKeyMessage(key: string, nearest: string | null): string {
  const hint = nearest === null ? "" : ` Did you mean “${nearest}”?`;
  return `“${key}” isn't a subscription field and is ignored.${hint}`;
}
