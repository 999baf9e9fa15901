import { describe, expect, it } from "vitest";
import type { ParseResult } from "./endpoint";
import { endpoints } from "./endpoints";

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

  it.each([[5], ["Ana"], [[]], [{ id: {}, email: 3 }]])("is parsed with any creator: %j", (created_by) => {
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
    { id: 1.5 },
    { target_value: null },
    { frequency: 1 },
    { start_date: 0 },
    { interval: "2" },
    { deleted: "false" },
    { byweekday: "monday" },
  ])("rejects %j", (fields) => {
    expect(readOne(fields)).toMatchObject({ ok: false, issues: [{ path: Object.keys(fields)[0] }] });
  });
});

describe("an export", () => {
  it.each([
    ["true", true],
    ["false", false],
    ["False", false],
    [undefined, false],
  ])("has_content %j is %j", (served, has_content) => {
    expect(read("exports.get", { ...EXPORT, has_content: served })).toMatchObject({ value: { has_content } });
  });

  it.each(["perhaps", 1, {}])("rejects has_content %j", (has_content) => {
    expect(read("exports.get", { ...EXPORT, has_content })).toMatchObject({ ok: false });
  });
});

describe("session values from a cache", () => {
  it.each([
    [{ results: [{ name: "google" }], refreshing: true }, true],
    [{ results: [{ name: "google" }], refreshing: false }, false],
    [{ results: [{ name: "google" }], refreshing: "true" }, false],
    [[{ name: "google" }], false],
  ])("report whether the cache is refreshing: %j", (body, refreshing) => {
    expect(read("sessions.values", body)).toMatchObject({ value: { count: 1, refreshing } });
  });
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
    ["a time without an offset", { start_date: "2026-11-02T08:00:00" }],
    ["a day that does not exist", { start_date: "2026-02-30T08:00:00Z" }],
    ["a title of 101 characters", { title: "a".repeat(101) }],
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
