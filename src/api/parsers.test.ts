import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { ParseResult } from "./endpoint";
import { endpoints } from "./endpoints";
import { getRaw, parseAnyList, parsePage, parseWith } from "./parsers";

const SUBSCRIPTION = {
  id: 1,
  insight: 4001,
  target_type: "email",
  target_value: "ana@example.com",
  frequency: "daily",
  start_date: "2026-11-02T08:00:00Z",
};
const EXPORT = { id: 1, export_format: "image/png" };
const MEMBER = { id: "m", level: 1, user: { uuid: "u" } };

function read(id: string, body: unknown): ParseResult<unknown> {
  const response = endpoints[id]?.response;
  if (response?.kind !== "json") throw new Error(`${id} does not answer in JSON`);
  return response.parse(body);
}

it.each([
  ["subscriptions.get", SUBSCRIPTION],
  ["exports.get", EXPORT],
  ["members.get", MEMBER],
])("parsing a parsed record changes nothing: %s", (id, body) => {
  const reading = read(id, body);
  expect(reading).toMatchObject({ ok: true, value: body });
  expect(read(id, reading.ok && reading.value)).toEqual(reading);
});

describe("a subscription", () => {
  const readOne = (fields: object) => read("subscriptions.get", { ...SUBSCRIPTION, ...fields });

  it("fills in fields that older servers omit, unless that would promise that nothing is sent", () => {
    expect(readOne({})).toEqual({
      ok: true,
      value: {
        ...SUBSCRIPTION,
        dashboard: null,
        interval: 1,
        byweekday: null,
        bysetpos: null,
        count: null,
        until_date: null,
        created_at: null,
        created_by: null,
        title: null,
        summary: null,
        invite_message: null,
      },
    });
  });

  it("treats null like a missing field", () => {
    expect(readOne({ interval: null, deleted: null, created_by: null })).toEqual(readOne({}));
  });

  it("keeps unknown values and fields", () => {
    const fields = { target_type: "teams", frequency: "hourly", byweekday: ["someday"], enabled: true };
    expect(readOne(fields)).toMatchObject({ ok: true, value: fields });
  });

  it.each([["Ana"], [{ id: {}, email: 3 }]])("is parsed with any creator: %j", (created_by) => {
    expect(readOne({ created_by })).toMatchObject({ ok: true });
  });

  it("keeps valid fields of the creator", () => {
    const reading = readOne({
      created_by: { email: "ana@example.com", first_name: 5, is_email_verified: "yes" },
    });
    expect(reading).toMatchObject({
      value: { created_by: { email: "ana@example.com", first_name: "", is_email_verified: null } },
    });
  });

  it.each([
    { id: "1" },
    { target_value: null },
    { start_date: 0 },
    { interval: "2" },
    { byweekday: "monday" },
  ])("rejects %j", (fields) => {
    expect(readOne(fields)).toMatchObject({ ok: false, issues: [{ path: Object.keys(fields)[0] }] });
  });
});

describe("an export", () => {
  it.each([
    ["true", true],
    ["False", false],
    [undefined, false],
  ])("has_content %j is %j", (served, has_content) => {
    expect(read("exports.get", { ...EXPORT, has_content: served })).toMatchObject({ value: { has_content } });
  });

  it.each(["perhaps", 1])("rejects has_content %j", (has_content) => {
    expect(read("exports.get", { ...EXPORT, has_content })).toMatchObject({ ok: false });
  });
});

it.each([
  [{ results: [{ name: "google" }], refreshing: true }, true],
  [{ results: [{ name: "google" }], refreshing: false }, false],
  [{ results: [{ name: "google" }], refreshing: "true" }, false],
  [[{ name: "google" }], false],
])("session values from a cache report whether the cache is refreshing: %j", (body, refreshing) => {
  expect(read("sessions.values", body)).toMatchObject({ value: { count: 1, refreshing } });
});

describe("a response without a body", () => {
  const nothing = (id: string) => {
    const response = endpoints[id]?.response;
    return response?.kind === "json" ? response.parseEmpty?.() : undefined;
  };

  it.each(["sessions.properties", "sessions.values", "webVitals.get"])(
    "is an empty list where the contract shows none: %s",
    (id) => {
      expect(nothing(id)).toMatchObject({ results: [], broken: [] });
    },
  );

  it.each(["subscriptions.list", "subscriptions.create", "exports.list", "members.list"])(
    "is an error elsewhere: %s",
    (id) => {
      expect(nothing(id)).toBeUndefined();
    },
  );
});

describe("requests", () => {
  const accepts = (id: string, body: unknown) => endpoints[id]?.body?.safeParse(body).success;
  const { id: _, ...creation } = SUBSCRIPTION;

  it("accept everything that the contract allows", () => {
    expect(accepts("subscriptions.create", creation)).toBe(true);
    expect(accepts("subscriptions.create", { ...creation, interval: 2 ** 31 - 1, count: -(2 ** 31) })).toBe(
      true,
    );
    expect(accepts("subscriptions.update", { deleted: true })).toBe(true);
    expect(accepts("subscriptions.update", {})).toBe(true);
    expect(accepts("exports.create", { export_format: "text/csv", export_context: { any: ["thing"] } })).toBe(
      true,
    );
    expect(accepts("members.update", { level: 8 })).toBe(true);
  });

  it.each([
    ["a field of the server's", { id: 1 }],
    ["a number beyond 32 bits", { interval: 2 ** 31 }],
    ["half a day", { interval: 0.5 }],
    ["a day without a time", { start_date: "2026-11-02" }],
    ["a day that does not exist", { start_date: "2026-02-30T08:00:00Z" }],
    ["a missing field", { target_value: undefined }],
  ])("reject %s", (_name, fields) => {
    expect(accepts("subscriptions.create", { ...creation, ...fields })).toBe(false);
  });

  it("require a member's UUID", () => {
    expect(accepts("members.create", { level: 1 })).toBe(false);
    expect(accepts("members.create", { user_uuid: "ana" })).toBe(false);
    expect(accepts("members.create", { user_uuid: "0189c4b2-77aa-4000-8e15-90d4c3b2a1f0" })).toBe(true);
  });
});

const INP = {
  data: [0, 365],
  labels: ["31-Dec-2023"],
  days: ["2023-12-31"],
  action: { custom_name: "INP", math: "p90" },
};

describe("web vitals", () => {
  const readVitals = (body: unknown) => read("webVitals.get", body);

  it.each([
    ["no metadata", {}],
    ["a time that is a number", { last_refresh: 1_700_000_000 }],
    ["an error that is a list", { error: ["none"] }],
    ["days in a form of their own", { resolved_date_range: ["2026-11-14", "2026-11-21"] }],
  ])("are parsed with %s", (_, extra) => {
    const nothing = { last_refresh: null, timezone: null, resolved_date_range: null, error: "" };
    const value = { results: [INP], broken: [], ...nothing };
    expect(readVitals({ results: [INP], ...extra })).toEqual({ ok: true, value });
  });

  it.each([
    ["no days", { days: undefined, labels: undefined }, { days: [], labels: [] }],
    ["gaps", { data: [null, 365] }, { data: [null, 365] }],
    ["unknown metric", { action: { custom_name: "TTFB" } }, { action: { custom_name: "TTFB", math: null } }],
  ])("parse a series with %s", (_, fields, expected) => {
    expect(readVitals({ results: [{ ...INP, ...fields }] })).toMatchObject({
      value: { results: [expected], broken: [] },
    });
  });

  it.each([
    ["without figures", { ...INP, data: null }],
    ["without a metric", { ...INP, action: {} }],
    ["an invalid series", "INP"],
  ])("report a series %s as invalid", (_, raw) => {
    expect(readVitals({ results: [INP, raw] })).toMatchObject({
      value: { results: [{ data: [0, 365] }], broken: [{ index: 1, raw }] },
    });
  });

  it("have a date range when it is readable", () => {
    expect(
      readVitals({ results: [], resolved_date_range: { date_from: "2026-11-14T00:00:00Z" } }),
    ).toMatchObject({
      value: { resolved_date_range: { date_from: "2026-11-14T00:00:00Z", date_to: null } },
    });
  });

  it.each([[{ results: [INP], hasMore: true }], [[INP]]])("keep the raw response: %j", (body) => {
    const reading = readVitals(body);
    expect(reading.ok && getRaw(Object(reading.value))).toEqual(
      Array.isArray(body) ? { results: body } : body,
    );
  });

  it.each([[null], [{}], [{ results: {} }]])("reject %j", (body) => {
    expect(readVitals(body)).toMatchObject({ ok: false });
  });
});

const thing = z.looseObject({ id: z.int() });
const one = { id: 1 };
const page = { count: 1, results: [one], broken: [] };

describe("parsePage", () => {
  const readPage = parsePage(thing);

  it("keeps invalid records with index and reason", () => {
    const reading = readPage({ count: 9, results: [one, { id: "x" }, { id: 3 }] });
    expect(reading).toEqual({
      ok: true,
      value: {
        count: 9,
        results: [one, { id: 3 }],
        broken: [{ index: 1, raw: { id: "x" }, issues: [{ path: "id", message: expect.any(String) }] }],
      },
    });
  });

  it.each([undefined, "many", -1, 1.5])("counts the records when the served count is %s", (count) => {
    expect(readPage({ count, results: [one] })).toMatchObject({ value: { count: 1 } });
  });

  it.each([[[one]], [null], [{ results: null }]])("refuses %j", (body) => {
    expect(readPage(body)).toMatchObject({ ok: false });
  });
});

describe("parseAnyList", () => {
  const readList = parseAnyList(thing);

  it.each([
    ["a bare array", [one]],
    ["an envelope", { count: 1, next: null, previous: null, results: [one] }],
    ["a single record", one],
  ])("reads %s", (_, body) => {
    expect(readList(body)).toEqual({ ok: true, value: page });
  });

  it.each([[null], [{ detail: "No." }]])("refuses %j", (body) => {
    expect(readList(body)).toMatchObject({ ok: false });
  });
});

it("issues contain the path and the expected type", () => {
  const readStrict = parseWith(z.strictObject({ a: z.object({ b: z.array(z.number()) }) }));
  expect(readStrict({ a: { b: [1, "2"] }, c: 3 })).toEqual({
    ok: false,
    issues: expect.arrayContaining([
      { path: "a.b.1", message: "expected number" },
      { path: "", message: "unknown key c" },
    ]),
  });
});
