import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Parser } from "./endpoint";
import { contractEndpoints, endpoints, otherEndpoints } from "./endpoints";
import { listResponses, recordResponses } from "./responses.fixture";

interface ListReading {
  readonly results: readonly object[];
  readonly broken: readonly { readonly index: number; readonly raw: unknown }[];
}

function getParser(id: string): Parser<unknown> {
  const response = endpoints[id]?.response;
  if (response?.kind !== "json") throw new Error(`${id} does not answer in JSON`);
  return response.parse;
}

/** Serializes and parses a value, which removes -0, undefined and shared objects. */
function overTheWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function isList(value: unknown): value is ListReading {
  return typeof value === "object" && value !== null && "results" in value && "broken" in value;
}

function readList(id: string, body: unknown): ListReading {
  const reading = getParser(id)(body);
  if (!reading.ok || !isList(reading.value))
    throw new Error(`${id} was not read: ${JSON.stringify(reading)}`);
  return reading.value;
}

function itemsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  if (typeof body !== "object" || body === null || !("results" in body)) return [];
  return Array.isArray(body.results) ? body.results : [];
}

const SEED = 20261121;
const jsonEndpoints = Object.values(endpoints).filter(({ response }) => response.kind === "json");
const allResponses = Object.entries({ ...listResponses, ...recordResponses });

describe("the endpoint table", () => {
  it("has the contract's 18 endpoints with unique IDs", () => {
    expect(contractEndpoints).toHaveLength(18);
    expect(Object.keys(endpoints)).toHaveLength(contractEndpoints.length + otherEndpoints.length);
  });

  it("has valid responses for every JSON endpoint", () => {
    expect(allResponses.map(([id]) => id).sort()).toEqual(jsonEndpoints.map(({ id }) => id).sort());
  });

  it.each(Object.values(endpoints).map((endpoint) => [endpoint.id, endpoint] as const))(
    "%s has the contract's slash and rejects unknown keys",
    (_, endpoint) => {
      expect(endpoint.path).toMatch(/^\/api\/.*\/$/);
      for (const schema of [endpoint.query, endpoint.body]) {
        const issues = schema?.safeParse({ surely_unknown: 1 }).error?.issues ?? [];
        expect(schema === undefined || issues.some(({ code }) => code === "unrecognized_keys")).toBe(true);
      }
    },
  );
});

describe("valid responses", () => {
  it.each(Object.entries(listResponses))("%s: parses every record", (id, responses) => {
    fc.assert(
      fc.property(responses, (response) => {
        const body = overTheWire(response);
        const list = readList(id, body);
        expect(list.broken).toEqual([]);
        expect(list.results).toHaveLength(itemsOf(body).length);
      }),
      { seed: SEED },
    );
  });

  it.each(Object.entries(listResponses))(
    "%s: one invalid record doesn't hide the others",
    (id, responses) => {
      fc.assert(
        fc.property(responses, fc.nat(), fc.jsonValue(), (response, position, replacement) => {
          const body = overTheWire(response);
          const items = itemsOf(body);
          fc.pre(items.length > 0);
          const index = position % items.length;
          const corrupted = items.map((item, at) => (at === index ? replacement : item));
          const list = readList(
            id,
            Array.isArray(body) ? corrupted : { ...Object(body), results: corrupted },
          );
          const remaining = items.toSpliced(index, 1);
          const others = readList(id, Array.isArray(body) ? remaining : { results: remaining });
          expect(list.results.length + list.broken.length).toBe(items.length);
          if (list.broken.length > 0) {
            expect(list.results).toEqual(others.results);
            expect(list.broken).toEqual([expect.objectContaining({ index, raw: replacement })]);
          }
        }),
        { seed: SEED },
      );
    },
  );

  it.each(Object.entries(recordResponses))("%s: parsing is idempotent and lossless", (id, responses) => {
    const read = getParser(id);
    fc.assert(
      fc.property(responses, (response) => {
        const body = overTheWire(response);
        const reading = read(body);
        expect(reading).toMatchObject({ ok: true });
        if (!reading.ok) return;
        expect(read(reading.value)).toEqual(reading);
        expect(Object.keys(Object(reading.value))).toEqual(expect.arrayContaining(Object.keys(Object(body))));
      }),
      { seed: SEED },
    );
  });
});
