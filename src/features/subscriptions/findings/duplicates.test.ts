import { describe, expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { DELIVERY_FIELDS } from "@/data/changes/planned-change";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { buildSubscription } from "@/testing/build-subscription";
import { findDuplicateGroups, findOldest, getDuplicateSet, recipientsOnlyInOthers } from "./duplicates";
import { planDuplicateRemoval } from "./plan-duplicates";

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
    ["with another title", { title: "Something else" }],
    ["overdue", { next_delivery_date: "2026-11-09T08:00:30Z" }],
    ["while both last", { until_date: "2026-11-02T08:00:30Z" }],
  ])("%s", (_name, fields) => {
    expect(idsOf([buildCreatedAt(1), buildCreatedAt(2, fields)])).toEqual([[1, 2]]);
  });

  it.each<[string, Partial<Subscription>]>([
    ["another source", { dashboard: 13 }],
    ["another channel", { target_type: "slack" }],
    ["other people", { target_value: "cy@example.com" }],
    ["another hour", { start_date: "2026-11-02T09:00:30Z" }],
    ["another rhythm", { interval: 2 }],
    ["one in the bin", { deleted: true }],
    ["one that has ended", { next_delivery_date: null }],
    ["one that ends before the other begins", { start_date: "2026-10-05T08:00:30Z", count: 2 }],
  ])("not with %s", (_name, fields) => {
    expect(idsOf([buildCreatedAt(1), buildCreatedAt(2, fields)])).toEqual([]);
  });

  it("have a source, and the case of a web address's path", () => {
    const nothing = { dashboard: null };
    expect(idsOf([buildCreatedAt(1, nothing), buildCreatedAt(2, nothing)])).toEqual([]);
    const hook = (path: string) => ({ target_type: "webhook", target_value: `https://x.example/${path}` });
    expect(idsOf([buildCreatedAt(1, hook("A")), buildCreatedAt(2, hook("a"))])).toEqual([]);
    expect(idsOf([buildCreatedAt(1, hook("A")), buildCreatedAt(2, hook("A "))])).toEqual([[1, 2]]);
  });

  it("are found once for each list", () => {
    const records = [buildCreatedAt(1), buildCreatedAt(2)];
    const groups = runToCompletion(findDuplicateGroups(records));
    expect(runToCompletion(findDuplicateGroups(records))).toBe(groups);
    expect(runToCompletion(getDuplicateSet(records))).toEqual(new Set(records));
  });
});

describe("one that stays", () => {
  const old = buildCreatedAt(3, { created_at: "2025-01-01T00:00:00Z", target_value: "ana@example.com" });
  const young = buildCreatedAt(2, {
    created_at: "2026-01-01T00:00:00Z",
    target_value: "Ana@example.com, Cy@example.com ",
  });
  const undated = buildCreatedAt(1, { created_at: null });

  it("is the oldest by its date, then by its number", () => {
    expect(findOldest([undated, young, old])).toBe(old);
    expect(
      findOldest([buildCreatedAt(9, { created_at: null }), buildCreatedAt(8, { created_at: null })])?.id,
    ).toBe(8);
  });

  it("does not reach who is in the others only", () => {
    expect(recipientsOnlyInOthers(old, [young, old])).toEqual(["Cy@example.com"]);
    expect(recipientsOnlyInOthers(young, [young, old])).toEqual([]);
  });

  it("takes them over, and then the others go to the bin", () => {
    expect(planDuplicateRemoval([young, old], 3, { addMissing: true })).toEqual([
      {
        key: "3",
        name: "Weekly figures",
        resource: "subscription",
        kind: "change",
        before: old,
        body: { target_value: "ana@example.com,Cy@example.com" },
        precondition: DELIVERY_FIELDS,
      },
      {
        key: "2",
        name: "Weekly figures",
        resource: "subscription",
        kind: "change",
        before: young,
        body: { deleted: true },
        precondition: DELIVERY_FIELDS,
        after: ["3"],
      },
    ]);
  });

  it("stays as it is where that is wanted", () => {
    const [first, second] = planDuplicateRemoval([young, old], 3, { addMissing: false });
    expect(first).toMatchObject({ key: "3", kind: "nothing" });
    expect(second).toMatchObject({ key: "2", body: { deleted: true } });
    expect(second).not.toHaveProperty("after");
    expect(planDuplicateRemoval([young, old], 99, { addMissing: true })).toEqual([]);
  });
});
