import { expect, it } from "vitest";
import { getRaw } from "./parsers";
import { getWebVitals } from "./web-vitals";

const INP = {
  data: [0, 365],
  labels: ["31-Dec-2023"],
  days: ["2023-12-31"],
  action: { custom_name: "INP", math: "p90" },
};

function read(body: unknown) {
  const { response } = getWebVitals;
  if (response.kind !== "json") throw new Error("web vitals answer in JSON");
  return response.parse(body);
}

it.each([
  ["no metadata", {}],
  ["a time that is a number", { last_refresh: 1_700_000_000 }],
  ["a zone that is an object", { timezone: {} }],
  ["an error that is a list", { error: ["none"] }],
  ["days in a form of their own", { resolved_date_range: ["2026-11-14", "2026-11-21"] }],
])("are parsed with %s", (_, extra) => {
  const nothing = { last_refresh: null, timezone: null, resolved_date_range: null, error: "" };
  const value = { results: [INP], broken: [], ...nothing };
  expect(read({ results: [INP], ...extra })).toEqual({ ok: true, value });
});

it.each([
  ["no days", { days: undefined, labels: undefined }, { days: [], labels: [] }],
  ["null for days", { days: null, labels: null }, { days: [], labels: [] }],
  ["no percentile", { action: { custom_name: "INP" } }, { action: { custom_name: "INP", math: null } }],
  ["gaps", { data: [null, 365] }, { data: [null, 365] }],
  ["unknown metric", { action: { custom_name: "TTFB" } }, { action: { custom_name: "TTFB", math: null } }],
])("parse a series with %s", (_, fields, expected) => {
  expect(read({ results: [{ ...INP, ...fields }] })).toMatchObject({
    value: { results: [expected], broken: [] },
  });
});

it.each([
  ["without figures", { ...INP, data: null }],
  ["with figures as texts", { ...INP, data: ["365"] }],
  ["without a metric", { ...INP, action: {} }],
  ["an invalid series", "INP"],
])("report a series %s as invalid", (_, raw) => {
  expect(read({ results: [INP, raw] })).toMatchObject({
    value: { results: [{ data: [0, 365] }], broken: [{ index: 1, raw }] },
  });
});

it("have a date range when it is readable", () => {
  expect(read({ results: [], resolved_date_range: { date_from: "2026-11-14T00:00:00Z" } })).toMatchObject({
    value: { resolved_date_range: { date_from: "2026-11-14T00:00:00Z", date_to: null } },
  });
});

it.each([[{ results: [INP], hasMore: true }], [[INP]]])("keep the raw response: %j", (body) => {
  const reading = read(body);
  expect(reading.ok && getRaw(Object(reading.value))).toEqual(Array.isArray(body) ? { results: body } : body);
});

it.each([[null], ["x"], [{}], [{ results: {} }], [{ results: null }]])("reject %j", (body) => {
  expect(read(body)).toMatchObject({ ok: false });
});
