import * as z from "zod/mini";
import type { ContractIssue } from "./contract-error";
import type { ParseResult, Parser } from "./endpoint";

/** A record of a list that does not fit its schema: shown raw, never dropped. */
export interface InvalidRecord {
  /** Position in the served list. */
  readonly index: number;
  readonly raw: unknown;
  readonly issues: readonly ContractIssue[];
}

/** A page of a list: what could be read, what could not, and how many the server says there are. */
export interface ListPage<Item> {
  /** Total number of results by the server's count. */
  readonly count: number;
  readonly results: readonly Item[];
  readonly broken: readonly InvalidRecord[];
}

const rawByRecord = new WeakMap<object, unknown>();

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The JSON that a record was read from, untouched: reading fills in and mends. Undefined for a record of our own. */
export function getRaw(record: object): unknown {
  return rawByRecord.get(record);
}

/** Says that `copy` shows the same answer as `record`. Returns the copy. */
export function attachRaw<Copy extends object>(record: object, copy: Copy): Copy {
  if (rawByRecord.has(record)) rawByRecord.set(copy, rawByRecord.get(record));
  return copy;
}

// Zod's own sentences cost a locale file, and zod/mini has none: without this every message is "Invalid input".
function issueMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `expected ${issue.expected}`;
  return issue.code === "unrecognized_keys" ? `unknown key ${issue.keys.join(", ")}` : issue.message;
}

/** Flattens Zod's issues into paths a person can follow. */
export function toContractIssues(error: z.core.$ZodError): readonly ContractIssue[] {
  return error.issues.map((issue) => ({
    path: issue.path.map(String).join("."),
    message: issueMessage(issue),
  }));
}

/** Reads one value with a schema; `rawOf` gives back what it was read from. */
export function parseWith<Output>(schema: z.ZodMiniType<Output>): Parser<Output> {
  return (body): ParseResult<Output> => {
    const parsed = z.safeParse(schema, body);
    if (!parsed.success) return { ok: false, issues: toContractIssues(parsed.error) };
    if (isObject(parsed.data)) rawByRecord.set(parsed.data, body);
    return { ok: true, value: parsed.data };
  };
}

const envelope = z.looseObject({ count: z.optional(z.unknown()), results: z.array(z.unknown()) });

function parseItems<Item>(items: readonly unknown[], parse: Parser<Item>, count: unknown): ListPage<Item> {
  const results: Item[] = [];
  const broken: InvalidRecord[] = [];
  items.forEach((raw, index) => {
    const result = parse(raw);
    if (result.ok) results.push(result.value);
    else broken.push({ index, raw, issues: result.issues });
  });
  const total = typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : items.length;
  return { count: total, results, broken };
}

/** Reads the paginated envelope record by record: one bad record never hides the good ones. */
export function parsePage<Item>(schema: z.ZodMiniType<Item>): Parser<ListPage<Item>> {
  const parse = parseWith(schema);
  return (body) => {
    const parsed = z.safeParse(envelope, body);
    if (!parsed.success) return { ok: false, issues: toContractIssues(parsed.error) };
    return { ok: true, value: parseItems(parsed.data.results, parse, parsed.data.count) };
  };
}

/** An empty list, for lists whose answer may have no body. */
export function emptyPage(): ListPage<never> {
  return { count: 0, results: [], broken: [] };
}

/** Reads a bare array, an envelope or a single object as a list (the contract leaves open which one is served). */
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
