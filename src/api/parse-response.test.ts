import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { describeError } from "./describe-error";
import { emptyResponse, fileResponse } from "./endpoint";
import { parseErrorBody, parseResponse, parseRetryAfter } from "./parse-response";
import { parsePage, parseWith } from "./parsers";

const KEY = "phx_Ab12Cd34Ef56Gh78";
const json = { kind: "json", parse: parseWith(z.looseObject({ id: z.int(), name: z.string() })) } as const;

/** Collects all content of an error, including causes and non-enumerable properties. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? "";
  const own = Object.getOwnPropertyNames(error).map((name) => everythingIn(Reflect.get(error, name)));
  const problem = describeError(error);
  return [String(error), JSON.stringify(error), JSON.stringify(problem), ...own].join("\n");
}

function failureOf(status: number, body: string, headers: HeadersInit = {}): unknown {
  try {
    parseResponse("things.get", json, { status, headers: new Headers(headers), body }, KEY);
  } catch (error) {
    return error;
  }
  return undefined;
}

/** Generates values that contain the key, including in property names. */
const echo = fc.letrec((tie) => ({
  text: fc.tuple(fc.string(), fc.string()).map(([before, after]) => before + KEY + after),
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie("text"),
    fc.array(tie("value"), { minLength: 1, maxLength: 3 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom("detail", "attr", "code", "id", "error", "title"), fc.constant(KEY)),
      tie("value"),
      { minKeys: 1, maxKeys: 3 },
    ),
  ),
})).value;

describe("redacts the key in every error", () => {
  it.each([200, 400, 500])("for a response with %i", (status) => {
    fc.assert(
      fc.property(echo, (body) => {
        const error = failureOf(status, JSON.stringify(body));
        expect(error).toBeInstanceOf(Error);
        expect(everythingIn(error)).not.toContain(KEY);
      }),
      { seed: 20261121 },
    );
  });

  it.each([
    ["a page", `<html>${KEY}</html>`],
    ["broken JSON", `{"key":"${KEY}"`],
    ["a key at the end of a long message", JSON.stringify({ detail: "a".repeat(390) + KEY })],
    ["a key at the end of an endless page", `<html>${"a".repeat(9_985)}${KEY}`],
  ])("in %s", (_, body) => {
    for (const status of [200, 400, 503])
      expect(everythingIn(failureOf(status, body))).not.toContain("phx_Ab12");
  });
});

describe("parseResponse", () => {
  const arrived = (status: number, body: string | Blob, headers: HeadersInit = {}) => ({
    status,
    headers: new Headers(headers),
    body,
  });

  it.each(["", "ok", '{"deleted": true}'])("accepts an empty response: %j", (body) => {
    expect(parseResponse("things.delete", emptyResponse, arrived(200, body), KEY)).toBeUndefined();
  });

  it("rejects an HTML page as an empty success", () => {
    const page = { ...arrived(200, ` <html>Sign in with ${KEY}`), isMutation: true };
    expect(() => parseResponse("things.delete", emptyResponse, page, KEY)).toThrow(
      expect.objectContaining({ name: "ContractError", isMutation: true, body: " <html>Sign in with •••" }),
    );
  });

  it.each([
    ['attachment; filename="a b.csv"', "a b.csv"],
    ["attachment; filename=a.csv; size=3", "a.csv"],
    ["", null],
  ])("finds the file name in %j", (disposition, filename) => {
    const headers = { "Content-Disposition": disposition };
    const file = parseResponse("things.file", fileResponse, arrived(200, new Blob(["x"]), headers), KEY);
    expect(file).toMatchObject({ filename, mediaType: "" });
  });

  it.each([
    ["the message", { detail: "Request was throttled. Expected available in 34 seconds." }, {}, 34_000],
    [
      "a moment on the server's clock, whatever this device's shows",
      {},
      { "Retry-After": "Sat, 21 Nov 2020 10:00:30 GMT", Date: "Sat, 21 Nov 2020 10:00:00 GMT" },
      30_000,
    ],
    ["nothing", {}, {}, null],
  ])("reads the wait time from %s", (_, body, headers, retryAfter) => {
    expect(failureOf(429, JSON.stringify(body), headers)).toMatchObject({
      status: 429,
      retryAfterMs: retryAfter,
    });
  });
});

it.each([400, 200])("redacts an escaped key (%s)", (status) => {
  const escaped = [...KEY]
    .map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
  const text = everythingIn(failureOf(status, `{"detail": "Bearer ${escaped}", "${escaped}": 1}`));
  expect(text).toContain("•••");
  expect(text).not.toContain(KEY);
});

describe("redacts the key in invalid records", () => {
  const record = z.strictObject({ id: z.int(), name: z.string() });
  const list = { kind: "json", parse: parsePage(record) } as const;
  const parse = (results: readonly unknown[]) => {
    const body = JSON.stringify({ count: results.length, results });
    return parseResponse("things.list", list, { status: 200, headers: new Headers(), body }, KEY);
  };

  it("wherever the server repeats it", () => {
    fc.assert(
      fc.property(echo, (repeated) => {
        const { results, broken } = parse([{ id: 1, name: "one" }, repeated]);
        expect(results).toEqual([{ id: 1, name: "one" }]);
        expect(broken).toHaveLength(1);
        expect(JSON.stringify(broken)).not.toContain(KEY);
        expect(JSON.stringify(broken)).toContain("•••");
      }),
      { seed: 20261121 },
    );
  });

  it("keeps the rest of the record", () => {
    const raw = { id: "x", name: `${KEY} and more`, [KEY]: null, nested: { list: [1, null, "ä"] } };
    expect(parse([raw]).broken).toMatchObject([
      { index: 0, raw: { id: "x", name: "••• and more", "•••": null, nested: raw.nested } },
    ]);
  });

  it("including property names in issues", () => {
    const [broken] = parse([{ id: 1, name: "one", [KEY]: 1 }]).broken;
    expect(broken?.issues).toEqual([{ path: "", message: "unknown key •••" }]);
    const strict = { kind: "json", parse: parseWith(z.record(z.string(), z.number())) } as const;
    const body = JSON.stringify({ [KEY]: "no number" });
    const answer = { status: 200, headers: new Headers(), body };
    expect(() => parseResponse("things.get", strict, answer, KEY)).toThrow(
      expect.objectContaining({ issues: [{ path: "•••", message: "expected number" }] }),
    );
  });
});

it("keeps the key in valid records, which may be edited and sent back", () => {
  const answer = { status: 200, headers: new Headers(), body: JSON.stringify({ id: 1, name: KEY }) };
  expect(parseResponse("things.get", json, answer, KEY)).toEqual({ id: 1, name: KEY });
});

describe("a response without end", () => {
  function cut(status: number, body: string): unknown {
    try {
      parseResponse("things.get", json, { status, headers: new Headers(), body, isTruncated: true }, KEY);
    } catch (error) {
      return error;
    }
    return undefined;
  }

  it("is too large, keeps its start without the key, and the status of an error", () => {
    const error = cut(200, `{"id":1,"name":"${KEY}${"x".repeat(1_000_000)}`);
    expect(describeError(error)).toMatchObject({ title: "Response too large", canRetry: true });
    expect(describeError(error).detail).toContain("larger than 32 MB");
    expect(everythingIn(error)).not.toContain(KEY);
    expect(everythingIn(error).length).toBeLessThan(100_000);
    const { title, detail } = describeError(cut(500, `{"detail":"${"x".repeat(1_000_000)}`));
    expect(title).toBe("Server error");
    expect(detail.length).toBeLessThan(400);
  });

  it("has short issue messages", () => {
    const named = { kind: "json", parse: parseWith(z.record(z.string(), z.int())) } as const;
    const body = JSON.stringify({ ["n".repeat(100_000)]: "no number" });
    const parse = () =>
      parseResponse("things.get", named, { status: 200, headers: new Headers(), body }, KEY);
    expect(parse).toThrow(
      expect.objectContaining({ issues: [{ path: "n".repeat(200), message: "expected number" }] }),
    );
  });
});

const NOTHING = { type: null, code: null, detail: null, attr: null };
const INVALID = { type: "validation_error", code: "invalid_input" };

describe("parseErrorBody", () => {
  it.each([
    ["a bare detail", { detail: "Not found." }, { ...NOTHING, detail: "Not found." }],
    ["a list of details", { detail: ["One.", "Two."] }, { ...NOTHING, detail: "One." }],
    [
      "a bare error",
      { error: "Failed to calculate web vitals" },
      { ...NOTHING, detail: "Failed to calculate web vitals" },
    ],
    [
      "fields",
      { title: ["This field may not be blank."], count: ["x"] },
      { ...INVALID, detail: "This field may not be blank.", attr: "title" },
    ],
    [
      "fields inside a field",
      { byweekday: { 0: ['"x" is not a valid choice.'] } },
      { ...INVALID, detail: '"x" is not a valid choice.', attr: "byweekday__0" },
    ],
    ["errors of no field", { non_field_errors: ["No."] }, { ...INVALID, detail: "No.", attr: null }],
    ["a text", "No.", { ...NOTHING, detail: "No." }],
    ["a number", 5, NOTHING],
    ["wrong types", { type: 1, code: [], detail: {}, attr: false }, NOTHING],
  ])("reads %s", (_, body, expected) => {
    expect(parseErrorBody(JSON.stringify(body))).toEqual(expected);
  });

  it.each(["", '{"detail": "Not fou', "nginx"])("finds no message in %j", (raw) => {
    expect(parseErrorBody(raw)).toEqual(NOTHING);
  });

  it("truncates long messages", () => {
    expect(parseErrorBody(JSON.stringify({ detail: "a".repeat(100_000) })).detail).toHaveLength(400);
  });

  it("never throws for any JSON", () => {
    fc.assert(
      fc.property(fc.json(), (raw) => {
        for (const value of Object.values(parseErrorBody(raw))) {
          expect(value === null || typeof value === "string").toBe(true);
        }
      }),
      { seed: 20261121 },
    );
  });
});

describe("parseRetryAfter", () => {
  const NOW = Date.parse("2026-11-21T10:00:00Z");
  const THROTTLE_DETAIL = "Request was throttled. Expected available in 34 seconds.";

  it.each([
    ["the header's seconds first", "7", THROTTLE_DETAIL, 7000],
    ["the header's date", "Sat, 21 Nov 2026 10:00:05 GMT", null, 5000],
    ["the date of RFC 850", "Saturday, 21-Nov-26 10:00:05 GMT", null, 5000],
    ["the date of asctime with one digit", "Tue Dec  1 10:00:00 2026", null, 3_600_000],
    ["no wait as a second", "0", null, 1000],
    ["a wait that no timer can count as an hour", "3600000", null, 3_600_000],
    ["digits without end as an hour", "9".repeat(400), null, 3_600_000],
    ["a date in 9999 as an hour", "Fri, 31 Dec 9999 23:59:59 GMT", null, 3_600_000],
    ["a long wait in the message as an hour", null, "available in 2147484 seconds", 3_600_000],
    ["the message with an invalid header", "try 5", THROTTLE_DETAIL, 34_000],
    ["one second", null, "Expected available in 1 second.", 1000],
    ["nothing without both", null, "Slow down", null],
    ["nothing from a negative header", "-5", null, null],
  ])("reads %s", (_, header, detail, expected) => {
    expect(parseRetryAfter(header, detail, NOW)).toBe(expected);
  });
});
