import { buildSubscription, findRows } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { sourceKey } from "@/data/catalog/source-labels";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { groupBySource, type SourceGroup } from "./source-index";
import { SOURCE_SEARCH } from "./source-search";

const NOW = Date.parse("2026-11-21T10:00:00Z");

function indexSources(bodies: readonly Partial<Subscription>[]): readonly SourceGroup[] {
  const records = bodies.map((fields, id) => buildSubscription({ id: id + 1, ...fields }));
  return runToCompletion(groupBySource({ records, now: NOW }));
}

const findSources = (rows: readonly SourceGroup[], text: string, names: ReferenceNames, sort?: string) =>
  findRows(SOURCE_SEARCH, rows, text, { names, sort, now: NOW }).map(({ key }) => key);

describe("sources of subscriptions", () => {
  it("have their subscriptions, recipients and deliveries per week", () => {
    const rows = indexSources([
      { dashboard: 12, target_value: "ana@x.co, bo@x.co" },
      { dashboard: 12, target_value: "Ana@X.co", frequency: "daily", byweekday: null, interval: 2 },
      { dashboard: null, insight: 12, target_value: "#growth", target_type: "slack" },
    ]);
    expect(rows).toMatchObject([
      { key: "dashboard 12", kind: "dashboard", id: 12, recipientCount: 2, perWeek: 4.5 },
      { key: "insight 12", kind: "insight", id: 12, recipientCount: 1, perWeek: 1 },
    ]);
    expect(rows.map(({ records }) => records.map(({ id }) => id))).toEqual([[1, 2], [3]]);
  });

  it("count no deliveries of paused, ended and overdue subscriptions", () => {
    const [source] = indexSources([
      { dashboard: 12 },
      { dashboard: 12, enabled: false },
      { dashboard: 12, enabled: false, next_delivery_date: "2026-11-01T08:00:00Z" },
      { dashboard: 12, next_delivery_date: null },
      { dashboard: 12, next_delivery_date: "2026-11-20T08:00:00Z" },
    ]);
    expect(source).toMatchObject({ perWeek: 1, paused: 2, ended: 1, overdue: 1 });
  });

  it("have no next delivery in the past", () => {
    const [source] = indexSources([
      { dashboard: 12, next_delivery_date: new Date(NOW - 60_000).toISOString() },
      { dashboard: 12, next_delivery_date: new Date(NOW + 60_000).toISOString() },
    ]);
    expect(source).toMatchObject({ overdue: 0, next: NOW + 60_000 });
    const records = [buildSubscription({ next_delivery_date: new Date(NOW + 60_000).toISOString() })];
    const later = runToCompletion(groupBySource({ records, now: NOW + 120_000 }));
    expect(later).toMatchObject([{ overdue: 0, next: null }]);
  });

  it("leave out deleted subscriptions, prompts and subscriptions without a source", () => {
    expect(
      indexSources([
        { dashboard: 12, deleted: true },
        { dashboard: 12, resource_type: "ai_prompt" },
        { dashboard: null, resource_type: "pulse_brief" },
        { dashboard: null },
      ]),
    ).toEqual([]);
  });

  it("are listed without recipients, too, and follow changes", () => {
    const [first, second] = [
      buildSubscription({ id: 1, target_value: "" }),
      buildSubscription({ id: 2, dashboard: 13 }),
    ];
    const update = (records: readonly Subscription[]) =>
      runToCompletion(groupBySource({ records, now: NOW }));
    expect(update([first, second])).toMatchObject([
      { key: "dashboard 12", recipientCount: 0 },
      { key: "dashboard 13", recipientCount: 2 },
    ]);
    const moved = { ...second, dashboard: 12 };
    expect(update([first, moved])).toMatchObject([{ key: "dashboard 12", recipientCount: 2 }]);
    expect(update([])).toEqual([]);
  });

  it("use the name and the short ID that the server returns with a subscription", () => {
    const [source] = indexSources([
      { dashboard: null, insight: 4, resource_name: null },
      { dashboard: null, insight: 4, resource_name: "Churn", insight_short_id: "BaAJDdXA" },
    ]);
    expect(source?.reference).toMatchObject({ resource_name: "Churn", insight_short_id: "BaAJDdXA" });
  });
});

describe("finding sources", () => {
  const rows = indexSources([
    { dashboard: 12, target_value: "ana@x.co" },
    { dashboard: 13, target_value: "bo@x.co, cy@x.co", frequency: "daily", byweekday: null },
    { dashboard: null, insight: 14, enabled: false, target_value: "ana@x.co, di@x.co" },
  ]);
  const names = new Map([
    ["dashboard 12", "Growth overview"],
    ["dashboard 13", ""],
    ["insight 14", "Churned accounts"],
  ]);

  it.each([
    ["growth", ["dashboard 12"]],
    ['source:"churned acc"', ["insight 14"]],
    ["kind:dashboard", ["dashboard 12", "dashboard 13"]],
    ["id:14", ["insight 14"]],
    ["to:bo", ["dashboard 13"]],
    ["deleted", ["dashboard 13"]],
    ["is:idle", ["insight 14"]],
    ["recipients:1", ["dashboard 12"]],
    ["week:>5", ["dashboard 13"]],
    ["subscriptions:1 -next:any", ["insight 14"]],
  ])("finds %s", (query, keys) => {
    expect(findSources(rows, query, names)).toEqual(keys);
  });

  it("sorts by name, and sources without a name last", () => {
    expect(findSources(rows, "", names, "source")).toEqual(["insight 14", "dashboard 12", "dashboard 13"]);
  });
});

it("groups 10,000 subscriptions by 200 sources in slices, and finds one by name", () => {
  const template = buildSubscription();
  const records = Array.from({ length: 10_000 }, (_, id) => ({ ...template, id, dashboard: 1 + (id % 200) }));
  const task = groupBySource({ records, now: NOW });
  let slices = 0;
  let step = task.next();
  for (; step.done !== true; step = task.next()) slices += 1;
  // A slice processes at most 16 records or 64 sources.
  expect(slices).toBeGreaterThanOrEqual(10_000 / 16 + 200 / 64 - 1);
  const rows = step.value;
  expect(rows).toHaveLength(200);
  expect(rows.every((row) => row.records.length === 50)).toBe(true);
  const names = new Map(rows.map(({ key, id }) => [key, `Report number ${id}`]));
  expect(findSources(rows, '"number 187"', names)).toEqual([sourceKey("dashboard", 187)]);
});
