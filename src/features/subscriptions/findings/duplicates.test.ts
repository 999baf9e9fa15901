import { buildSubscription } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { DELIVERY_FIELDS } from "@/data/changes/planned-change";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import {
  findDuplicateGroups,
  findOldest,
  getDuplicateSet,
  planDuplicateRemoval,
  recipientsOnlyInOthers,
} from "./duplicates";

const buildCreatedAt = (id: number, fields: Partial<Subscription> = {}) =>
  buildSubscription({ id, ...fields });
const idsOf = (records: readonly Subscription[]) =>
  runToCompletion(findDuplicateGroups(records)).map((group) => group.map(({ id }) => id));

describe("duplicates", () => {
  it.each<[string, Partial<Subscription>]>([
    [
      "written otherwise",
      { target_value: " ANA@example.com", byweekday: null, start_date: "2026-10-05T08:00:30Z" },
    ],
    ["a different title", { title: "Something else" }],
    ["an overlapping period", { until_date: "2026-11-02T08:00:30Z" }],
  ])("%s", (_name, fields) => {
    expect(idsOf([buildCreatedAt(1), buildCreatedAt(2, fields)])).toEqual([[1, 2]]);
  });

  it.each<[string, Partial<Subscription>]>([
    ["a different source", { dashboard: 13 }],
    ["different recipients", { target_value: "cy@example.com" }],
    ["a different time", { start_date: "2026-11-02T09:00:30Z" }],
    ["different insights of the dashboard", { dashboard_export_insights: [1] }],
    ["another Slack workspace", { integration_id: 4 }],
    ["a deleted one", { deleted: true }],
    ["an ended one", { next_delivery_date: null }],
    ["one that ends before the other starts", { start_date: "2026-10-05T08:00:30Z", count: 2 }],
  ])("don't include %s", (_name, fields) => {
    expect(idsOf([buildCreatedAt(1), buildCreatedAt(2, fields)])).toEqual([]);
  });

  it("include one whose next delivery the server doesn't return, but none whose selection of insights it doesn't return", () => {
    const selected = (id: number, ids: number[]) => buildCreatedAt(id, { dashboard_export_insights: ids });
    expect(idsOf([selected(1, [2, 1]), selected(2, [1, 2]), buildCreatedAt(3)])).toEqual([[1, 2]]);
    expect(idsOf([buildCreatedAt(1), buildCreatedAt(2, { next_delivery_date: undefined })])).toEqual([
      [1, 2],
    ]);
  });

  it("recognize both forms of an internationalized domain", () => {
    const withTarget = (id: number, target_value: string) => buildCreatedAt(id, { target_value });
    const records = [withTarget(1, "ana@bücher.de"), withTarget(2, "ana@xn--bcher-kva.de")] as const;
    expect(idsOf(records)).toEqual([[1, 2]]);
    expect(recipientsOnlyInOthers(records[0], records)).toEqual([]);
  });

  it("require a source, and compare URL paths case-sensitively", () => {
    const nothing = { dashboard: null };
    expect(idsOf([buildCreatedAt(1, nothing), buildCreatedAt(2, nothing)])).toEqual([]);
    const hook = (path: string) => ({ target_type: "mattermost", target_value: `https://x.example/${path}` });
    expect(idsOf([buildCreatedAt(1, hook("A")), buildCreatedAt(2, hook("a"))])).toEqual([]);
    expect(idsOf([buildCreatedAt(1, hook("A")), buildCreatedAt(2, hook("A "))])).toEqual([[1, 2]]);
  });

  it("are cached per list", () => {
    const records = [buildCreatedAt(1), buildCreatedAt(2)];
    const groups = runToCompletion(findDuplicateGroups(records));
    expect(runToCompletion(findDuplicateGroups(records))).toBe(groups);
    expect(runToCompletion(getDuplicateSet(records))).toEqual(new Set(records));
  });
});

describe("the remaining duplicate", () => {
  const old = buildCreatedAt(3, { created_at: "2025-01-01T00:00:00Z", target_value: "ana@example.com" });
  const young = buildCreatedAt(2, {
    created_at: "2026-01-01T00:00:00Z",
    target_value: "Ana@example.com, Cy@example.com ",
  });
  const undated = buildCreatedAt(1, { created_at: null });

  it("is the oldest by creation date, then by ID, and lacks recipients of the others", () => {
    expect(findOldest([undated, young, old])).toBe(old);
    expect(
      findOldest([buildCreatedAt(9, { created_at: null }), buildCreatedAt(8, { created_at: null })])?.id,
    ).toBe(8);
    expect(recipientsOnlyInOthers(old, [young, old])).toEqual(["Cy@example.com"]);
    expect(recipientsOnlyInOthers(young, [young, old])).toEqual([]);
  });

  it("gets the recipients of the others before they move to Trash", () => {
    const planned = {
      name: "Weekly figures",
      resource: "subscription",
      kind: "change",
      precondition: DELIVERY_FIELDS,
    };
    expect(planDuplicateRemoval([young, old], 3, { addMissing: true })).toEqual([
      {
        ...planned,
        key: "3",
        before: old,
        body: { target_value: "ana@example.com,Cy@example.com" },
      },
      {
        ...planned,
        key: "2",
        before: young,
        body: { deleted: true },
        replacedBy: { ...old, target_value: "ana@example.com,Cy@example.com" },
        after: ["3"],
      },
    ]);
  });

  it("is unchanged without addMissing", () => {
    const [first, second] = planDuplicateRemoval([young, old], 3, { addMissing: false });
    expect(first).toMatchObject({ key: "3", kind: "nothing" });
    expect(second).toMatchObject({ key: "2", body: { deleted: true } });
    expect(second).not.toHaveProperty("after");
    expect(planDuplicateRemoval([young, old], 99, { addMissing: true })).toEqual([]);
  });
});
