import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Reader } from "./endpoint";
import { contractEndpoints, endpoints, otherEndpoints } from "./endpoints";
import { listAnswers, recordAnswers } from "./responses.fixture";

interface ListReading {
  readonly results: readonly object[];
  readonly broken: readonly { readonly index: number; readonly raw: unknown }[];
}

function readerOf(id: string): Reader<unknown> {
  const answer = endpoints[id]?.answer;
  if (answer?.kind !== "json") throw new Error(`${id} does not answer in JSON`);
  return answer.read;
}

/** As it comes out of the wire: no -0, no undefined, no shared objects. */
function overTheWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function isList(value: unknown): value is ListReading {
  return typeof value === "object" && value !== null && "results" in value && "broken" in value;
}

function readList(id: string, body: unknown): ListReading {
  const reading = readerOf(id)(body);
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
const jsonEndpoints = Object.values(endpoints).filter(({ answer }) => answer.kind === "json");
const allAnswers = Object.entries({ ...listAnswers, ...recordAnswers });

describe("the table", () => {
  it("has the contract's 18 endpoints and no id twice", () => {
    expect(contractEndpoints).toHaveLength(18);
    expect(Object.keys(endpoints)).toHaveLength(contractEndpoints.length + otherEndpoints.length);
  });

  it("has valid answers for every endpoint that answers in JSON", () => {
    expect(allAnswers.map(([id]) => id).sort()).toEqual(jsonEndpoints.map(({ id }) => id).sort());
  });

  it.each(Object.values(endpoints).map((endpoint) => [endpoint.id, endpoint] as const))(
    "%s has the contract's slash and refuses unknown keys",
    (_, endpoint) => {
      expect(endpoint.path).toMatch(/^\/api\/.*\/$/);
      for (const schema of [endpoint.query, endpoint.body]) {
        const issues = schema?.safeParse({ surely_unknown: 1 }).error?.issues ?? [];
        expect(schema === undefined || issues.some(({ code }) => code === "unrecognized_keys")).toBe(true);
      }
    },
  );
});

describe("valid answers are read", () => {
  it.each(Object.entries(listAnswers))("%s: every record", (id, answers) => {
    fc.assert(
      fc.property(answers, (answer) => {
        const body = overTheWire(answer);
        const list = readList(id, body);
        expect(list.broken).toEqual([]);
        expect(list.results).toHaveLength(itemsOf(body).length);
      }),
      { seed: SEED },
    );
  });

  it.each(Object.entries(listAnswers))("%s: one broken record never hides the others", (id, answers) => {
    fc.assert(
      fc.property(answers, fc.nat(), fc.jsonValue(), (answer, place, by) => {
        const body = overTheWire(answer);
        const items = itemsOf(body);
        fc.pre(items.length > 0);
        const index = place % items.length;
        const spoilt = items.map((item, at) => (at === index ? by : item));
        const list = readList(id, Array.isArray(body) ? spoilt : { ...Object(body), results: spoilt });
        const rest = items.toSpliced(index, 1);
        const others = readList(id, Array.isArray(body) ? rest : { results: rest });
        expect(list.results.length + list.broken.length).toBe(items.length);
        if (list.broken.length > 0) {
          expect(list.results).toEqual(others.results);
          expect(list.broken).toEqual([expect.objectContaining({ index, raw: by })]);
        }
      }),
      { seed: SEED },
    );
  });

  it.each(Object.entries(recordAnswers))(
    "%s: the same when read again, nothing that was served is lost",
    (id, answers) => {
      const read = readerOf(id);
      fc.assert(
        fc.property(answers, (answer) => {
          const body = overTheWire(answer);
          const reading = read(body);
          expect(reading).toMatchObject({ ok: true });
          if (!reading.ok) return;
          expect(read(reading.value)).toEqual(reading);
          expect(Object.keys(Object(reading.value))).toEqual(
            expect.arrayContaining(Object.keys(Object(body))),
          );
        }),
        { seed: SEED },
      );
    },
  );
});
