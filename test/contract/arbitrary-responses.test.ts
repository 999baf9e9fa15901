import { buildClient } from "@test/support/builders";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ContractError } from "@/api/errors";
import { described } from "./contract-routes";
import { readExchanges } from "./recorded-exchanges";

type Described = (typeof described)[number];

/** Numbers of responses per endpoint. */
const RANDOM_RESPONSES = 25;
const MUTATED_RESPONSES = 60;
const PATH = { project_id: 1, id: 31, parent_membership__user__uuid: "0189c4b2-77aa-4000-8e15-90d4c3b2a1f0" };

/** Valid request bodies, because this test is about responses. */
const BODIES: Readonly<Record<string, unknown>> = {
  "sessionRecordings.regex": { regex: "product pages" },
  "subscriptions.create": {
    target_type: "email",
    target_value: "ana@northwind.example",
    frequency: "daily",
    start_date: "2026-11-23T08:00:00Z",
  },
  "subscriptions.update": { title: "x" },
  "members.create": { user_uuid: PATH.parent_membership__user__uuid },
  "members.update": { level: 8 },
  "exports.create": { export_format: "image/png" },
};
const QUERIES: Readonly<Record<string, unknown>> = { "sessions.values": { key: "$is_bounce" } };

interface CallResult {
  readonly kind: "value" | "ContractError" | "another exception";
  readonly result: unknown;
}

async function runEndpoint(endpoint: Described, text: string): Promise<CallResult> {
  const client = buildClient({ fetch: async () => new Response(text) });
  const query = QUERIES[endpoint.id];
  try {
    const result = await client.request<string, unknown, unknown, unknown>(endpoint, {
      path: PATH,
      body: BODIES[endpoint.id],
      ...(query !== undefined && { query }),
    });
    return { kind: "value", result };
  } catch (error) {
    const isExpected = error instanceof ContractError && error.endpoint === endpoint.id;
    return { kind: isExpected ? "ContractError" : "another exception", result: error };
  }
}

const ALLOWED: readonly string[] = ["value", "ContractError"];

/** Replaces the value at an index, in the order of `JSON.parse`. Undefined removes it. */
function replaceValue(text: string, index: number, by: unknown): string {
  let count = 0;
  JSON.parse(text, () => void (count += 1));
  const wanted = index % count;
  count = 0;
  const replace = (_: string, value: unknown) => {
    count += 1;
    return count === wanted + 1 ? by : value;
  };
  return JSON.stringify(JSON.parse(text, replace)) ?? "null";
}

const exchanges = readExchanges();

function recordedResponses(endpoint: Described): readonly unknown[] {
  return exchanges
    .filter((exchange) => exchange.endpoint === endpoint.id && exchange.response.status < 300)
    .map(({ response }) => response.body)
    .filter((body) => body !== undefined);
}

const replacements = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(undefined, "", "__proto__", "\uD83D", -1, 0.5, 1e300, 2 ** 53, "9999-99-99T99:99:99Z"),
);

/** Generates recorded responses with up to three replaced values. They get further in the parser than random ones. */
function mutated(endpoint: Described): fc.Arbitrary<string> {
  const answers = recordedResponses(endpoint).map((body) => JSON.stringify(body));
  if (answers.length === 0) return fc.json();
  const mutations = fc.array(fc.tuple(fc.nat(), replacements), { minLength: 1, maxLength: 3 });
  return fc
    .tuple(fc.constantFrom(...answers), mutations)
    .map(([body, all]) => all.reduce((text, [index, by]) => replaceValue(text, index, by), body));
}

const DEEP = 50_000;
const HOSTILE: readonly (readonly [name: string, text: string])[] = [
  ["nothing", ""],
  ["white space", " \n "],
  ["a byte order mark", "\uFEFF{}"],
  ["half of it", '{"count":1,"results":[{"id":'],
  ["a page", "<!doctype html><title>Sign in</title>"],
  ["null", "null"],
  ["a deep list", "[".repeat(DEEP) + "]".repeat(DEEP)],
  ["a deep object", `${'{"results":'.repeat(DEEP)}1${"}".repeat(DEEP)}`],
  ["a deep list in a list", `{"count":1,"results":[${"[".repeat(DEEP)}${"]".repeat(DEEP)}]}`],
  ["deep unknown fields", `{"id":1,"name":"x","more":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}`],
  [
    "numbers beyond all bounds",
    '{"id":1e999,"count":-1e999,"results":[{"id":9007199254740993,"level":1e400}]}',
  ],
  ["an invalid count", '{"count":"many","results":[]}'],
  ["a long text", JSON.stringify({ id: 1, name: "x".repeat(200_000) })],
  ["a long list", JSON.stringify({ count: 1, results: Array.from({ length: 2_000 }, () => 0) })],
  [
    "names of object parts",
    '{"constructor":1,"toString":null,"hasOwnProperty":0,"then":1,"id":1,"name":"x"}',
  ],
  ["lone surrogates", '{"id":1,"name":"\\ud800","results":["\\udc00"]}'],
];

describe.each(described.map((endpoint) => [endpoint.id, endpoint] as const))(
  "any response of %s",
  (_, endpoint) => {
    it("is a value or a ContractError, whether random or almost valid", async () => {
      const check = async (text: string) => {
        expect(ALLOWED).toContain((await runEndpoint(endpoint, text)).kind);
      };
      await fc.assert(fc.asyncProperty(fc.json({ maxDepth: 5 }), check), { numRuns: RANDOM_RESPONSES });
      await fc.assert(fc.asyncProperty(mutated(endpoint), check), { numRuns: MUTATED_RESPONSES });
    });

    it("is a value or a ContractError, however hostile", async () => {
      for (const [name, text] of HOSTILE) {
        const { kind } = await runEndpoint(endpoint, text);
        expect({ name, isAllowed: ALLOWED.includes(kind) }).toEqual({ name, isAllowed: true });
      }
    });

    it("never changes a prototype", async () => {
      const maliciousValue = '{"__proto__":{"polluted":true},"id":1,"name":"x"}';
      for (const text of [
        maliciousValue,
        `[${maliciousValue}]`,
        `{"count":1,"results":[${maliciousValue}],"__proto__":{"polluted":true}}`,
      ]) {
        const { result } = await runEndpoint(endpoint, text);
        expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
        for (const value of listObjects(result)) expect(Reflect.get(value, "polluted")).toBeUndefined();
      }
    });
  },
);

/** Returns all objects in the parsed value, without raw bodies. */
function listObjects(value: unknown): readonly object[] {
  if (value instanceof Error || typeof value !== "object" || value === null) return [];
  return [
    value,
    ...Object.entries(value)
      .filter(([key]) => key !== "raw" && key !== "__proto__")
      .flatMap(([, item]) => listObjects(item)),
  ];
}

const strict = (["body", "query"] as const).flatMap((part) =>
  described.filter((endpoint) => endpoint[part] !== undefined).map(({ id }) => [id, part] as const),
);

it.each(strict)("%s refuses an unknown field of the %s without a request", async (id, part) => {
  const endpoint = described.find((each) => each.id === id) ?? expect.fail();
  let sent = 0;
  const fetch = async () => {
    sent += 1;
    return new Response("{}");
  };
  const client = buildClient({ fetch });
  const allowed = { path: PATH, body: BODIES[id], ...(QUERIES[id] !== undefined && { query: QUERIES[id] }) };
  const send = (input: typeof allowed) =>
    client.request<string, unknown, unknown, unknown>(endpoint, input).catch((error: unknown) => error);
  await send(allowed);
  expect(sent).toBeGreaterThan(0);
  sent = 0;
  const error = await send({ ...allowed, [part]: Object.assign({ resource_type: "x" }, allowed[part]) });
  expect(error).toBeInstanceOf(TypeError);
  expect(sent).toBe(0);
});
