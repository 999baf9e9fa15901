import type { Subscription } from "@/api/subscriptions";
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
import {
  issueMessage,
  readOnlyKeyMessage,
  repeatedKeyMessage,
  unknownKeyMessage,
} from "./import-issue-messages";

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
