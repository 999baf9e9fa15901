import { expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { sampleSubscription } from "@/testing/build-subscription";
import { calendarChunks } from "./calendar-file";

function write(records: readonly Subscription[], now = "2026-11-21T10:00:00Z"): string {
  const addressOf = ({ id }: Subscription) => `https://example.com/p/1/subscriptions/${id}`;
  const file = { place: "1.demo-data", projectId: "1", now: Date.parse(now), addressOf };
  const text = [...calendarChunks(records, file)].map((chunk) => chunk.text).join("");
  return text.replaceAll("\r\n ", "");
}

const valuesOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name}:(.*)$`, "gm"))].map(([, value]) => value?.trim());

it("tells of each delivery what it is, to whom it goes, how often, and where it stands", () => {
  const text = write([sampleSubscription({ title: null })]);
  expect(valuesOf(text, "SUMMARY")).toEqual(["Dashboard 12 to ana@example.com and 1 more"]);
  expect(valuesOf(text, "DESCRIPTION")).toEqual([
    String.raw`Every Monday at 08:00 UTC\nDashboard 12\nE-mail: ana@example.com\, bo@example.com\nComputed from the schedule\; servers send within a few minutes.`,
  ]);
  expect(valuesOf(text, "URL")).toEqual(["https://example.com/p/1/subscriptions/7"]);
  expect(valuesOf(text, "DTSTART")).toEqual(["20261123T080030Z"]);
});

it("leaves out what was deleted and what has ended", () => {
  const records = [sampleSubscription({ deleted: true }), sampleSubscription({ next_delivery_date: null })];
  expect(write(records)).not.toContain("BEGIN:VEVENT");
});

it("has at least the next delivery of a schedule that it does not understand", () => {
  const text = write([sampleSubscription({ frequency: "hourly" })]);
  expect(valuesOf(text, "DTSTART")).toEqual(["20261123T080030Z"]);
  expect(valuesOf(text, "RRULE")).toEqual([]);
});

it("names a series the same in every file, also when its odd first week is over", () => {
  const odd = sampleSubscription({
    byweekday: ["tuesday", "friday"],
    bysetpos: 1,
    start_date: "2026-11-25T08:00:00Z",
  });
  expect(valuesOf(write([odd]), "UID")).toEqual(["delivery-7-first@1.demo-data", "delivery-7@1.demo-data"]);
  expect(valuesOf(write([odd], "2026-12-05T00:00:00Z"), "UID")).toEqual(["delivery-7@1.demo-data"]);
});
