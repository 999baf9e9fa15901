import { expect, it } from "vitest";
import { LOCAL_RULE, measureClockRules, UTC_RULE } from "./capabilities";

const measure = (start_date: string, next_delivery_date: string | null) => [
  ...measureClockRules([{ start_date, next_delivery_date }]),
];

it.each([
  ["the same time", "2026-07-06T08:00:00Z", "2026-11-23T08:00:00Z"],
  ["the next half hour", "2026-07-06T08:07:00Z", "2026-11-23T08:30:00Z"],
  ["half an hour after midnight", "2026-07-06T23:45:00Z", "2026-11-24T00:00:00Z"],
  ["the same time in summer", "2026-01-05T08:00:00Z", "2026-07-06T08:00:00Z"],
])("is UTC if it delivers in another season at %s", (_, start, next) => {
  expect(measure(start, next)).toEqual([UTC_RULE]);
});

it.each([
  ["an hour later in winter", "2026-07-06T07:00:00Z", "2026-11-23T08:00:00Z"],
  ["an hour earlier in summer", "2026-01-05T08:00:00Z", "2026-07-06T07:00:00Z"],
  ["an hour later, at the next half hour", "2026-07-06T07:07:00Z", "2026-11-23T08:30:00Z"],
])("is local time if it delivers %s", (_, start, next) => {
  expect(measure(start, next)).toEqual([LOCAL_RULE]);
});

it.each([
  ["both dates are in the same season", "2026-11-16T08:00:00Z", "2026-11-23T08:00:00Z"],
  ["a date is near a time change", "2026-10-26T08:00:00Z", "2026-11-23T08:00:00Z"],
  ["the times are unrelated", "2026-07-06T08:00:00Z", "2026-11-23T12:00:00Z"],
  ["the next delivery is missing", "2026-07-06T08:00:00Z", null],
  ["a date is invalid", "soon", "2026-11-23T08:00:00Z"],
])("isn't known if %s", (_, start, next) => {
  expect(measure(start, next)).toEqual([]);
});

it("is contradictory if records differ", () => {
  const rules = measureClockRules([
    { start_date: "2026-07-06T08:00:00Z", next_delivery_date: "2026-11-23T08:00:00Z" },
    { start_date: "2026-07-06T07:00:00Z", next_delivery_date: "2026-11-23T08:00:00Z" },
  ]);
  expect([...rules]).toEqual([UTC_RULE, LOCAL_RULE]);
});
