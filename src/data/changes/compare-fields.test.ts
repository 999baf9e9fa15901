import { buildSubscription } from "@test/support/builders";
import { expect, it } from "vitest";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import {
  compareFields,
  compareWithPlan,
  isSameValue,
  replacementConflict,
  toComparableValue,
} from "./compare-fields";
import { DELIVERY_FIELDS } from "./planned-change";

it.each([
  ["title", null, undefined, true],
  ["interval", 2, 2, true],
  ["start_date", "2026-11-02T08:00:00Z", "2026-11-02T09:00:00.000+01:00", true],
  ["until_date", "someday", "someday", true],
  ["byweekday", ["friday", "monday"], ["monday", "friday"], true],
  ["byweekday", [], null, true],
  ["title", "Sales", "sales", false],
  ["title", "", null, false],
  // A title isn't parsed as a date.
  ["title", "2026-11-02T08:00:00Z", "2026-11-02T09:00:00+01:00", false],
  ["interval", 2, "2", false],
  ["start_date", "2026-11-02T08:00:00Z", "2026-11-02T08:00:01Z", false],
  ["until_date", "2026-11-02T08:00:00Z", null, false],
  ["byweekday", ["monday"], ["monday", "friday"], false],
  ["byweekday", ["monday"], null, false],
  ["deleted", false, null, false],
])("compares values: %s %j is the same as %j: %s", (field, one, other, isSame) => {
  expect(isSameValue(field, one, other)).toBe(isSame);
});

it("keeps its comparable format, because exported files contain hashes of it", () => {
  expect([
    toComparableValue("start_date", "2026-11-02T08:00:00Z"),
    toComparableValue("byweekday", ["monday", "friday"]),
    toComparableValue("title", "Sales"),
    toComparableValue("count", undefined),
  ]).toEqual(["1793606400000", '["friday","monday"]', '"Sales"', "null"]);
});

it.each([
  [{ title: "Old", interval: 1 }, "before", undefined],
  [{ title: "New", interval: 2 }, "after", undefined],
  [{ title: "New", interval: 1 }, "neither", "title"],
  [{ title: "New", interval: 9 }, "neither", "interval"],
  // A value that wasn't returned is neither the old nor the new one.
  [{ title: "Old" }, "neither", "interval"],
])("compares %j with a change: %s", (record, state, field) => {
  const changes = [
    { field: "title", before: "Old", after: "New" },
    { field: "interval", before: 1, after: 2 },
  ];
  expect(compareFields(record, changes)).toMatchObject({ state, ...(field && { different: { field } }) });
});

const DELETION: SubscriptionChange = { deleted: true };
const ADDITION = { target_value: "ana@example.com,bo@example.com" };
const SERVED: Partial<Subscription> = {
  target_value: "ana@example.com",
  enabled: true,
  prompt: "Summarize",
  dashboard_export_insights: [1, 2],
  integration_id: 4,
};
const OLDER_SERVER = { target_value: "ana@example.com" };

it.each<[SubscriptionChange, Partial<Subscription>, Partial<Subscription>, string]>([
  [DELETION, SERVED, { title: "Theirs" }, "before"],
  [DELETION, OLDER_SERVER, { title: "Theirs" }, "before"],
  [DELETION, SERVED, { enabled: false }, "enabled"],
  [DELETION, SERVED, { prompt: "Compare" }, "prompt"],
  [DELETION, SERVED, { dashboard_export_insights: [1] }, "dashboard_export_insights"],
  [DELETION, SERVED, { integration_id: null }, "integration_id"],
  [DELETION, SERVED, { enabled: undefined }, "enabled"],
  [DELETION, SERVED, { deleted: true, enabled: false }, "after"],
  [DELETION, SERVED, { deleted: undefined }, "before"],
  [{ deleted: false }, { deleted: true }, { deleted: undefined }, "before"],
  [{ enabled: true }, { enabled: false }, { enabled: undefined }, "before"],
  [{ title: "New" }, {}, { deleted: undefined }, "before"],
  [ADDITION, SERVED, { ...ADDITION, title: "Theirs" }, "after"],
  [ADDITION, SERVED, { ...ADDITION, deleted: true }, "deleted"],
  [ADDITION, SERVED, { ...ADDITION, enabled: false }, "enabled"],
])("compares the planned change %j of %j with the record after %j: %s", (body, old, theirs, result) => {
  const before = buildSubscription(old);
  const precondition = DELIVERY_FIELDS.filter((field) => !(field in body));
  const current = buildSubscription({ ...old, ...theirs });
  const comparison = compareWithPlan(current, { before, body, precondition });
  expect("different" in comparison ? comparison.different.field : comparison.state).toBe(result);
});

it("names the field because of which a duplicate isn't deleted", () => {
  const before = buildSubscription(SERVED);
  const current = buildSubscription({ ...SERVED, enabled: false, title: "Theirs" });
  expect(replacementConflict(current, before, DELIVERY_FIELDS)).toContain("“Deliveries” is now Paused.");
  expect(replacementConflict({ ...current, enabled: true }, before, DELIVERY_FIELDS)).toBeNull();
});
