import * as z from "zod/mini";
import type { ParseResult, Parser } from "./endpoint";
import type { ContractIssue } from "./errors";

// Zod compiles parsers with `eval`, which the CSP forbids. Without this setting, Zod would test
// whether `eval` works, and the test alone would cause a CSP report.
z.config({ jitless: true });

// Servers may omit null values in responses, so a missing field counts as null.

export const textOrNull = z._default(z.nullable(z.string()), null);
export const intOrNull = z._default(z.nullable(z.int()), null);
export const flagOrNull = z._default(z.nullable(z.boolean()), null);
/** Converts null and missing values to the empty string. */
export const textOrEmpty = z.pipe(
  textOrNull,
  z.transform((value) => value ?? ""),
);

/** 32-bit integer (contract, Limits). */
export const int32 = z.int().check(z.gte(-2_147_483_648), z.lte(2_147_483_647));
/** ISO 8601 with `Z` or an offset. */
export const instant = z.iso.datetime({ offset: true });
/** Page size and index of the first result (contract, rule 5). */
export const pageFields = {
  limit: z.optional(z.int().check(z.gte(1))),
  offset: z.optional(z.int().check(z.gte(0))),
};

const nullableText = z.catch(textOrNull, null);
const nameText = z.catch(textOrEmpty, "");

/**
 * A user nested in another record, such as `created_by`. Invalid fields count as missing, so that an invalid user
 * doesn't make the record unreadable.
 */
export const userSummary = z.looseObject({
  id: z.catch(intOrNull, null),
  uuid: nullableText,
  distinct_id: nullableText,
  first_name: nameText,
  last_name: nameText,
  email: nameText,
  is_email_verified: z.catch(flagOrNull, null),
  role_at_organization: nullableText,
});

/** A parsed user. A missing name or email is the empty string. Other missing fields are null. */
export type UserSummary = z.output<typeof userSummary>;

/** A user nested in another record. Null when the user has left or is invalid. */
export const nestedUser = z.catch(z._default(z.nullable(userSummary), null), null);

/** A list record that doesn't match its schema. The app displays its raw JSON. */
export interface InvalidRecord {
  readonly index: number;
  readonly raw: unknown;
  readonly issues: readonly ContractIssue[];
}

export interface ListPage<Item> {
  readonly count: number;
  readonly results: readonly Item[];
  readonly broken: readonly InvalidRecord[];
}

const rawByRecord = new WeakMap<object, unknown>();

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Returns a record's original JSON, or undefined for records that the app created. */
export function getRaw(record: object): unknown {
  return rawByRecord.get(record);
}

/** Returns the fields of a record's original JSON, or of a record that the app created. */
export function getRawFields(record: object): Readonly<Record<string, unknown>> {
  const raw = getRaw(record);
  return { ...(isObject(raw) ? raw : record) };
}

/** Attaches a record's original JSON to a copy and returns the copy. */
export function attachRaw<Copy extends object>(record: object, copy: Copy): Copy {
  if (rawByRecord.has(record)) rawByRecord.set(copy, rawByRecord.get(record));
  return copy;
}

// zod/mini doesn't include the messages of Zod's locale file. Without this function, every message would be "Invalid
// input".
function issueMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `expected ${issue.expected}`;
  return issue.code === "unrecognized_keys" ? `unknown key ${issue.keys.join(", ")}` : issue.message;
}

export function toContractIssues(error: z.core.$ZodError): readonly ContractIssue[] {
  return error.issues.map((issue) => ({
    path: issue.path.map(String).join("."),
    message: issueMessage(issue),
  }));
}

/**
 * Copies an object to make it compact. Zod adds keys one at a time, and V8 converts such an object with more than about
 * 20 keys to a hash table. For a subscription, the copy takes a fifth of the memory and is faster to read.
 */
function compactObject<Value>(value: Value): Value {
  return isObject(value) && !Array.isArray(value) ? { ...value } : value;
}

/** Creates a parser from a schema. `getRaw` returns the original JSON of a parsed value. */
export function parseWith<Output>(schema: z.ZodMiniType<Output>): Parser<Output> {
  return (body): ParseResult<Output> => {
    const parsed = z.safeParse(schema, body);
    if (!parsed.success) return { ok: false, issues: toContractIssues(parsed.error) };
    const value = compactObject(parsed.data);
    if (isObject(value)) rawByRecord.set(value, body);
    return { ok: true, value };
  };
}

const envelope = z.looseObject({ count: z.optional(z.unknown()), results: z.array(z.unknown()) });

/** Maximum length of strings that records share. Longer strings rarely repeat. */
const MAX_SHARED_LENGTH = 40;
const MAX_SHARED_COUNT = 2_000;
const sharedStrings = new Map<string, string>();

function shareString(text: string): string {
  const known = sharedStrings.get(text);
  if (known !== undefined) return known;
  if (sharedStrings.size >= MAX_SHARED_COUNT) sharedStrings.clear();
  sharedStrings.set(text, text);
  return text;
}

/**
 * Replaces equal strings in a record with the same string object, because `JSON.parse` creates a
 * new one for each value. Most strings of a long list are dates, names, and choices that repeat.
 * @param depth number of levels of nested objects to include
 */
function shareStrings(json: Record<string, unknown>, depth = 1): void {
  for (const key of Object.keys(json)) {
    const value = json[key];
    if (isObject(value)) {
      if (depth > 0) shareStrings(value, depth - 1);
    } else if (typeof value === "string" && value.length <= MAX_SHARED_LENGTH) {
      json[key] = shareString(value);
    }
  }
}

function parseItems<Item>(items: readonly unknown[], parse: Parser<Item>, count: unknown): ListPage<Item> {
  const results: Item[] = [];
  const broken: InvalidRecord[] = [];
  items.forEach((raw, index) => {
    if (isObject(raw)) shareStrings(raw);
    const result = parse(raw);
    if (result.ok) results.push(result.value);
    else broken.push({ index, raw, issues: result.issues });
  });
  const total = typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : items.length;
  return { count: total, results, broken };
}

/** Parses a paginated envelope record by record, so that one invalid record doesn't hide the others. */
export function parsePage<Item>(schema: z.ZodMiniType<Item>): Parser<ListPage<Item>> {
  const parse = parseWith(schema);
  return (body) => {
    const parsed = z.safeParse(envelope, body);
    if (!parsed.success) return { ok: false, issues: toContractIssues(parsed.error) };
    return { ok: true, value: parseItems(parsed.data.results, parse, parsed.data.count) };
  };
}

/** Returns an empty page, for lists whose response may have no body. */
export function emptyPage(): ListPage<never> {
  return { count: 0, results: [], broken: [] };
}

/**
 * Parses an array, an envelope or a single object as a list, for endpoints whose format the contract doesn't define.
 */
export function parseAnyList<Item>(schema: z.ZodMiniType<Item>): Parser<ListPage<Item>> {
  const parse = parseWith(schema);
  const parsePageBody = parsePage(schema);
  return (body) => {
    if (Array.isArray(body)) return { ok: true, value: parseItems(body, parse, body.length) };
    const page = parsePageBody(body);
    if (page.ok) return page;
    const single = parse(body);
    return single.ok ? { ok: true, value: { count: 1, results: [single.value], broken: [] } } : page;
  };
}
