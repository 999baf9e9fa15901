import fc from "fast-check";

type JsonPath = readonly string[];

/** Mutates a value. `choice` selects one of several variants. */
type Mutate = (value: unknown, choice: number) => unknown;

const MAX_RECORDS = 10;
/** One in this many lists is mutated as a whole. In the others, each record is mutated. */
const UNCHANGED_EVERY = 8;
/**
 * Depth of a nested value, deeper than any record. test/contract/arbitrary-responses.test.ts tests
 * much deeper values.
 */
const DEEP = 60;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { more: value };
  return value;
}

const TEXTS = [
  "",
  "NaN",
  "null",
  "__proto__",
  "<img src=x onerror=alert(1)>",
  "\u202Egnp.exe\u2066",
  "\u0000\u0007",
  "\uD83D",
  "👩‍👩‍👧‍👦🇩🇪",
  "%E0%A4%A",
  "x".repeat(3_000),
  "2026-02-30T25:61:00Z",
  "-271821-04-19T23:59:59.999Z",
  "9999-12-31T23:59:59.999999+14:00",
  "2026-11-21",
  "1e309",
] as const;

const NUMBERS = [0, -0, 0.1, -1e308, 5e-324, 2 ** 31, 2 ** 53 + 2, Number.MAX_SAFE_INTEGER] as const;

function retyped(value: unknown, choice: number): unknown {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return choice % 2 === 0 ? value.length : value.split("");
  if (typeof value === "boolean") return value ? "true" : 0;
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  if (isObject(value)) return choice % 2 === 0 ? Object.values(value) : JSON.stringify(value);
  return choice % 2 === 0 ? [] : "null";
}

const MUTATIONS: Readonly<Record<string, Mutate>> = {
  null: () => null,
  retype: retyped,
  text: (_, choice) => TEXTS[choice % TEXTS.length],
  number: (_, choice) => NUMBERS[choice % NUMBERS.length],
  nest: (value, choice) => (choice % 2 === 0 ? [value] : { value }),
  unwrap: (value) => (isObject(value) || Array.isArray(value) ? Object.values(value)[0] : { id: value }),
  empty: (value) => (Array.isArray(value) ? [] : isObject(value) ? {} : ""),
  deep: () => nested(DEEP),
  truth: (_, choice) => choice % 2 === 0,
  repeat: (value) =>
    Array.isArray(value) ? [...value, ...value] : typeof value === "string" ? value.repeat(40) : value,
  // `JSON.parse` creates a property named `__proto__`, while an assignment would set the prototype.
  prototype: (value, choice) => {
    const maliciousValue =
      choice % 2 === 0 ? '{"__proto__":{"polluted":true}}' : '{"constructor":null,"toString":1}';
    return { ...(isObject(value) ? value : { value }), ...JSON.parse(maliciousValue) };
  },
};
const NAMES = Object.keys(MUTATIONS);

const AROUND = ["drop", "rename"] as const;

function listPaths(value: unknown, path: JsonPath = []): JsonPath[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => listPaths(item, [...path, key]))];
}

/** Returns a copy in which `change` replaces one property with the entries that it returns. */
function changeAtPath(
  value: unknown,
  [step, ...rest]: JsonPath,
  change: (key: string, item: unknown) => readonly (readonly [string, unknown])[],
): unknown {
  if (step === undefined || typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, item]): readonly (readonly [string, unknown])[] => {
    if (key !== step) return [[key, item]];
    return rest.length === 0 ? change(key, item) : [[key, changeAtPath(item, rest, change)]];
  });
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** A step of a mutation. Each number is used modulo the number of possibilities. */
interface Step {
  readonly path: number;
  readonly kind: number;
  readonly choice: number;
}

export type Mutation = readonly Step[];

function applyMutation(body: unknown, { path, kind, choice }: Step): unknown {
  const paths = listPaths(body);
  const at = paths[path % paths.length] ?? [];
  const name = [...NAMES, ...AROUND][kind % (NAMES.length + AROUND.length)] ?? "null";
  const mutate = MUTATIONS[name];
  if (at.length === 0) return mutate ? mutate(body, choice) : {};
  return changeAtPath(body, at, (key, item) => {
    if (mutate) return [[key, mutate(item, choice)]];
    return name === "drop" ? [] : [[`${key}_${choice}`, item]];
  });
}

/** Splits a list into its records and the rest. Returns null if the response isn't a list. */
function splitRecords(
  body: unknown,
  keptCount: number,
): readonly [records: readonly unknown[], wrap: (records: unknown) => unknown] | null {
  if (Array.isArray(body)) return [body, (records) => records];
  if (!isObject(body) || !Array.isArray(body["results"])) return null;
  const records: readonly unknown[] = body["results"];
  return [
    records,
    (results) => ({
      ...body,
      results,
      ...("count" in body && { count: Math.min(records.length, keptCount), next: null }),
    }),
  ];
}

/**
 * Returns the text of a mutated response. Mutates each record of a list separately, because records are parsed and
 * rendered one by one. Sometimes mutates the whole list. Shortens lists to a few records.
 * @param next creates the next mutation
 * @param maxRecords maximum number of records in a list
 */
export function mutateJsonText(
  text: string,
  next: () => Mutation,
  maxRecords = MAX_RECORDS,
): { readonly text: string; readonly changes: number } {
  const body: unknown = JSON.parse(text);
  const change = (value: unknown) => next().reduce(applyMutation, value);
  const written = (value: unknown, changes: number) => ({ text: JSON.stringify(value) ?? "", changes });
  const parts = splitRecords(body, maxRecords);
  if (parts === null || parts[0].length === 0) return written(change(body), 1);
  const [records, rebuild] = parts;
  const [first] = next();
  const keptRecords = records.slice(0, maxRecords);
  if (first !== undefined && first.choice % UNCHANGED_EVERY === 0)
    return written(change(rebuild(keptRecords)), 1);
  return written(rebuild(keptRecords.map(change)), keptRecords.length);
}

/**
 * Returns a function that returns the next mutation of an endless series. The same seed yields the
 * same mutations.
 */
export function createMutations(seed: number): () => Mutation {
  const step = fc.record({ path: fc.nat(), kind: fc.nat(), choice: fc.nat() });
  const mutations = fc.sample(fc.array(step, { minLength: 1, maxLength: 3 }), { seed, numRuns: 10_000 });
  let at = 0;
  return () => {
    at += 1;
    return mutations[at % mutations.length] ?? [];
  };
}
