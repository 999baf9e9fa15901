import { buildSubscription } from "@test/support/builders";
import { expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { createCalendarChunks } from "./calendar-file";

function createFile(
  records: readonly Subscription[],
  now = "2026-11-21T10:00:00Z",
  names: ReferenceNames = NO_NAMES,
  forecastEnd: Date | null = null,
): string {
  const recordUrl = ({ id }: Subscription) => `https://example.com/p/1/subscriptions/${id}`;
  const file = { host: "1.demo-data", projectId: "1", now: Date.parse(now), forecastEnd, recordUrl, names };
  const text = [...createCalendarChunks(records, file)].map((chunk) => chunk.text).join("");
  return text.replaceAll("\r\n ", "");
}

const propertyValues = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name}:(.*)$`, "gm"))].map(([, value]) => value?.trim());

it("names the source", () => {
  const names = new Map([["dashboard 12", "Growth overview"]]);
  const text = createFile([buildSubscription({ title: null })], undefined, names);
  expect(propertyValues(text, "SUMMARY")).toEqual(["Growth overview to ana@example.com and 1 more"]);
  expect(propertyValues(text, "DESCRIPTION")[0]).toContain("Growth overview (dashboard 12)");
});

it("describes each subscription with recipients, schedule and URL, but not deleted and ended ones", () => {
  const text = createFile([buildSubscription({ title: null })]);
  expect(propertyValues(text, "SUMMARY")).toEqual(["Dashboard 12 to ana@example.com and 1 more"]);
  expect(propertyValues(text, "DESCRIPTION")).toEqual([
    String.raw`Every Monday at 08:00 UTC\nDashboard 12\nEmail: ana@example.com\, bo@example.com\nCalculated from the schedule. Sending can take a few minutes.`,
  ]);
  expect(propertyValues(text, "URL")).toEqual(["https://example.com/p/1/subscriptions/7"]);
  expect(propertyValues(text, "DTSTART")).toEqual(["20261123T080030Z"]);
  const records = [buildSubscription({ deleted: true }), buildSubscription({ next_delivery_date: null })];
  expect(createFile(records)).not.toContain("BEGIN:VEVENT");
});

it("includes the next delivery of an unsupported schedule", () => {
  const text = createFile([buildSubscription({ frequency: "hourly" })]);
  expect(propertyValues(text, "DTSTART")).toEqual(["20261123T080030Z"]);
  expect(propertyValues(text, "RRULE")).toEqual([]);
});

it("ends each series before the end of the forecast", () => {
  const end = new Date("2026-12-01T00:00:00Z");
  const rulesOf = (fields: Partial<Subscription>) => {
    const text = createFile([buildSubscription(fields)], undefined, NO_NAMES, end);
    return [propertyValues(text, "DTSTART"), propertyValues(text, "RRULE")];
  };
  expect(createFile([buildSubscription()], undefined, NO_NAMES, end)).toContain(
    "aren't shown\\, because this server may adjust them for time changes.",
  );
  const weekly = "FREQ=WEEKLY;BYDAY=MO;WKST=MO";
  expect(rulesOf({})).toEqual([["20261123T080030Z"], [`${weekly};UNTIL=20261130T235959Z`]]);
  expect(rulesOf({ until_date: "2026-11-24T00:00:00Z" })[1]).toEqual([`${weekly};UNTIL=20261124T000000Z`]);
  expect(rulesOf({ start_date: "2026-12-07T08:00:30Z", next_delivery_date: "2026-12-07T09:00:30Z" })).toEqual(
    [["20261207T090030Z"], []],
  );
});

it("keeps the series ID stable after a separate first event", () => {
  const odd = buildSubscription({
    byweekday: ["tuesday", "friday"],
    bysetpos: 1,
    start_date: "2026-11-25T08:00:00Z",
  });
  expect(propertyValues(createFile([odd]), "UID")).toEqual([
    "delivery-7-first@1.demo-data",
    "delivery-7@1.demo-data",
  ]);
  expect(propertyValues(createFile([odd], "2026-12-05T00:00:00Z"), "UID")).toEqual([
    "delivery-7@1.demo-data",
  ]);
});
