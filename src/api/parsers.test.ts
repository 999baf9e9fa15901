import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { parseAnyList, parsePage, parseWith } from "./parsers";

const thing = z.looseObject({ id: z.int() });
const one = { id: 1 };
const page = { count: 1, results: [one], broken: [] };

describe("parsePage", () => {
  const read = parsePage(thing);

  it("keeps invalid records with index and reason", () => {
    const reading = read({ count: 9, results: [one, { id: "x" }, { id: 3 }] });
    expect(reading).toEqual({
      ok: true,
      value: {
        count: 9,
        results: [one, { id: 3 }],
        broken: [{ index: 1, raw: { id: "x" }, issues: [{ path: "id", message: expect.any(String) }] }],
      },
    });
  });

  it.each([undefined, null, "many", -1, 1.5, Number.POSITIVE_INFINITY])(
    "counts the records when the served count is %s",
    (count) => {
      expect(read({ count, results: [one] })).toMatchObject({ value: { count: 1 } });
    },
  );

  it.each([[[one]], [one], [null], ["text"], [{ results: null }]])("refuses %j", (body) => {
    expect(read(body)).toMatchObject({ ok: false });
  });
});

describe("parseAnyList", () => {
  const read = parseAnyList(thing);

  it.each([
    ["a bare array", [one]],
    ["an envelope", { count: 1, next: null, previous: null, results: [one] }],
    ["results alone", { results: [one] }],
    ["a single record", one],
  ])("reads %s", (_, body) => {
    expect(read(body)).toEqual({ ok: true, value: page });
  });

  it.each([[{}], [null], ["text"], [{ detail: "No." }]])("refuses %j", (body) => {
    expect(read(body)).toMatchObject({ ok: false });
  });
});

it("issues contain the path and the expected type", () => {
  const read = parseWith(z.strictObject({ a: z.object({ b: z.array(z.number()) }) }));
  expect(read({ a: { b: [1, "2"] }, c: 3 })).toEqual({
    ok: false,
    issues: expect.arrayContaining([
      { path: "a.b.1", message: "expected number" },
      { path: "", message: "unknown key c" },
    ]),
  });
});
