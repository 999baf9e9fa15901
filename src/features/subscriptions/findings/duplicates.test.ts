import { describe, expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { runToEnd } from "@/lib/scheduler/cooperative-task";
import { sampleSubscription } from "@/testing/build-subscription";
import { duplicateGroups, duplicateSet, oldestOf, onlyInOthers } from "./duplicates";
import { planDuplicates } from "./plan-duplicates";

const made = (id: number, fields: Partial<Subscription> = {}) => sampleSubscription({ id, ...fields });
const idsOf = (records: readonly Subscription[]) =>
  runToEnd(duplicateGroups(records)).map((group) => group.map(({ id }) => id));

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
    expect(idsOf([made(1), made(2, fields)])).toEqual([[1, 2]]);
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
    expect(idsOf([made(1), made(2, fields)])).toEqual([]);
  });

  it("have a source, and the case of a web address's path", () => {
    const nothing = { dashboard: null };
    expect(idsOf([made(1, nothing), made(2, nothing)])).toEqual([]);
    const hook = (path: string) => ({ target_type: "webhook", target_value: `https://x.example/${path}` });
    expect(idsOf([made(1, hook("A")), made(2, hook("a"))])).toEqual([]);
    expect(idsOf([made(1, hook("A")), made(2, hook("A "))])).toEqual([[1, 2]]);
  });

  it("are found once for each list", () => {
    const records = [made(1), made(2)];
    const groups = runToEnd(duplicateGroups(records));
    expect(runToEnd(duplicateGroups(records))).toBe(groups);
    expect(runToEnd(duplicateSet(records))).toEqual(new Set(records));
  });
});

describe("one that stays", () => {
  const old = made(3, { created_at: "2025-01-01T00:00:00Z", target_value: "ana@example.com" });
  const young = made(2, {
    created_at: "2026-01-01T00:00:00Z",
    target_value: "Ana@example.com, Cy@example.com ",
  });
  const unknown = made(1, { created_at: null });

  it("is the oldest by its date, then by its number", () => {
    expect(oldestOf([unknown, young, old])).toBe(old);
    expect(oldestOf([made(9, { created_at: null }), made(8, { created_at: null })])?.id).toBe(8);
  });

  it("does not reach who is in the others only", () => {
    expect(onlyInOthers(old, [young, old])).toEqual(["Cy@example.com"]);
    expect(onlyInOthers(young, [young, old])).toEqual([]);
  });

  it("takes them over, and then the others go to the bin", () => {
    expect(planDuplicates([young, old], 3, { addMissing: true })).toEqual([
      {
        key: "3",
        name: "Weekly figures",
        resource: "subscription",
        kind: "change",
        before: old,
        body: { target_value: "ana@example.com,Cy@example.com" },
      },
      {
        key: "2",
        name: "Weekly figures",
        resource: "subscription",
        kind: "change",
        before: young,
        body: { deleted: true },
        after: ["3"],
      },
    ]);
  });

  it("stays as it is where that is wanted", () => {
    const [first, second] = planDuplicates([young, old], 3, { addMissing: false });
    expect(first).toMatchObject({ key: "3", kind: "nothing" });
    expect(second).toMatchObject({ key: "2", body: { deleted: true } });
    expect(second).not.toHaveProperty("after");
    expect(planDuplicates([young, old], 99, { addMissing: true })).toEqual([]);
  });
});
