import * as z from "zod/mini";
import type { ContractIssue } from "./contract-error";
import type { Reader, Reading } from "./endpoint";

/** A record of a list that does not fit its schema: shown raw, never dropped. */
export interface BrokenRecord {
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
  readonly broken: readonly BrokenRecord[];
}

const served = new WeakMap<object, unknown>();

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The JSON that a record was read from, untouched: reading fills in and mends. Undefined for a record of our own. */
export function rawOf(record: object): unknown {
  return served.get(record);
}

/** Says that `copy` shows the same answer as `record`. Returns the copy. */
export function keepRaw<Copy extends object>(record: object, copy: Copy): Copy {
  if (served.has(record)) served.set(copy, served.get(record));
  return copy;
}

// Zod's own sentences cost a locale file, and zod/mini has none: without this every message is "Invalid input".
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `expected ${issue.expected}`;
  return issue.code === "unrecognized_keys" ? `unknown key ${issue.keys.join(", ")}` : issue.message;
}

/** Flattens Zod's issues into paths a person can follow. */
export function issuesOf(error: z.core.$ZodError): readonly ContractIssue[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join("."), message: messageOf(issue) }));
}

/** Reads one value with a schema; `rawOf` gives back what it was read from. */
export function readWith<Output>(schema: z.ZodMiniType<Output>): Reader<Output> {
  return (body): Reading<Output> => {
    const parsed = z.safeParse(schema, body);
    if (!parsed.success) return { ok: false, issues: issuesOf(parsed.error) };
    if (isObject(parsed.data)) served.set(parsed.data, body);
    return { ok: true, value: parsed.data };
  };
}

const envelope = z.looseObject({ count: z.optional(z.unknown()), results: z.array(z.unknown()) });

function readEach<Item>(items: readonly unknown[], read: Reader<Item>, count: unknown): ListPage<Item> {
  const results: Item[] = [];
  const broken: BrokenRecord[] = [];
  items.forEach((raw, index) => {
    const reading = read(raw);
    if (reading.ok) results.push(reading.value);
    else broken.push({ index, raw, issues: reading.issues });
  });
  const total = typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : items.length;
  return { count: total, results, broken };
}

/** Reads the paginated envelope record by record: one bad record never hides the good ones. */
export function readEnvelope<Item>(schema: z.ZodMiniType<Item>): Reader<ListPage<Item>> {
  const read = readWith(schema);
  return (body) => {
    const parsed = z.safeParse(envelope, body);
    if (!parsed.success) return { ok: false, issues: issuesOf(parsed.error) };
    return { ok: true, value: readEach(parsed.data.results, read, parsed.data.count) };
  };
}

/** An empty list, for lists whose answer may have no body. */
export function noRecords(): ListPage<never> {
  return { count: 0, results: [], broken: [] };
}

/** Reads a bare array, an envelope or a single object as a list (the contract leaves open which one is served). */
export function readListOfAnyForm<Item>(schema: z.ZodMiniType<Item>): Reader<ListPage<Item>> {
  const read = readWith(schema);
  const readPage = readEnvelope(schema);
  return (body) => {
    if (Array.isArray(body)) return { ok: true, value: readEach(body, read, body.length) };
    const page = readPage(body);
    if (page.ok) return page;
    const single = read(body);
    return single.ok ? { ok: true, value: { count: 1, results: [single.value], broken: [] } } : page;
  };
}
