import { buildJournalEntry, buildOffboardingSubscription } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { createUndoChanges } from "@/data/bulk/bulk-undo";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { orderUndoItems } from "./undo-dependencies";
import type { UndoPlanItem } from "./undo-plan";

type Field = "target_value" | "deleted";

function entryOf(id: string, record: Subscription, field: Field, before: unknown): JournalEntry {
  const after = record[field];
  return buildJournalEntry({
    id,
    recordId: record.id,
    name: `Delivery ${record.id}`,
    kind: field === "deleted" && after === true ? "deleted" : "changed",
    changes: [{ field, before, after }],
    batch: { id: "b", label: "Run" },
  });
}

function step(id: string, record: Subscription, field: Field, before: unknown): UndoPlanItem {
  const entry = entryOf(id, record, field, before);
  const body: SubscriptionChange = { [field]: before };
  return {
    kind: "step",
    step: { resource: "subscription", kind: "change", entry, before: record, body, changes: [], note: null },
  };
}

function gone(id: string, record: Subscription, field: Field, before: unknown): UndoPlanItem {
  const entry = entryOf(id, record, field, before);
  return { kind: "refused", entry, why: "Gone.", refusal: "gone" };
}

const kindsOf = (items: readonly UndoPlanItem[]) =>
  createUndoChanges(items).map((write) => ("why" in write ? write.why : write.kind));

const REPLACED = (id: number) => buildOffboardingSubscription({ id, target_value: "di@x.co,bo@x.co" });
const WITH_LEA = "lea@x.co,bo@x.co";

describe("a deleted subscription", () => {
  it("doesn't block undoing replacements of its batch", () => {
    const items = [
      gone("3", REPLACED(3), "target_value", WITH_LEA),
      step("2", REPLACED(2), "target_value", WITH_LEA),
      step("1", REPLACED(1), "target_value", WITH_LEA),
    ];
    expect(kindsOf(items)).toEqual(["Gone.", "change", "change"]);
  });

  it("blocks removing the recipients it would have restored", () => {
    const joined = buildOffboardingSubscription({ id: 1, target_value: "bo@x.co,lea@x.co" });
    const left = buildOffboardingSubscription({ id: 2, target_value: "cy@x.co" });
    const items = [
      gone("2", left, "target_value", "cy@x.co,lea@x.co"),
      step("1", joined, "target_value", "bo@x.co"),
    ];
    expect(kindsOf(items)).toEqual(["Gone.", expect.stringMatching(/^Skipped: “Delivery 2”/)]);
  });

  it("with unknown recipients blocks all removals except of replacements", () => {
    const joined = buildOffboardingSubscription({ id: 1, target_value: "bo@x.co,lea@x.co" });
    const items = [
      gone("3", buildOffboardingSubscription({ id: 3, deleted: true }), "deleted", false),
      step("2", REPLACED(2), "target_value", WITH_LEA),
      step("1", joined, "target_value", "bo@x.co"),
    ];
    expect(kindsOf(items)).toEqual(["Gone.", "change", expect.stringMatching(/^Skipped: “Delivery 3”/)]);
  });
});

describe("the order of undo steps", () => {
  const idsOf = (items: readonly UndoPlanItem[]) =>
    orderUndoItems(items).map((item) => (item.kind === "step" ? item.step.entry.id : item.entry.id));
  const IN = buildOffboardingSubscription({ id: 1, target_value: "bo@x.co,lea@x.co" });
  const OUT = buildOffboardingSubscription({ id: 2, target_value: "cy@x.co" });

  it("recognizes both forms of an internationalized domain", () => {
    const added = buildOffboardingSubscription({ id: 1, target_value: "bo@x.co,lea@bücher.de" });
    const items = [
      step("2", added, "target_value", "bo@x.co"),
      step("1", OUT, "target_value", "cy@x.co,lea@xn--bcher-kva.de"),
    ];
    expect(idsOf(items)).toEqual(["1", "2"]);
  });

  it("is newest first without dependencies, and for other content", () => {
    const other = buildOffboardingSubscription({ id: 2, dashboard: 99, target_value: "cy@x.co" });
    const items = [
      step("2", IN, "target_value", "bo@x.co"),
      step("1", other, "target_value", "cy@x.co,lea@x.co"),
    ];
    expect(idsOf(items)).toEqual(["2", "1"]);
  });

  it("keeps the order of changes to one subscription", () => {
    const items = [
      step("4", IN, "target_value", "bo@x.co"),
      step("3", OUT, "target_value", "cy@x.co,lea@x.co,zoe@x.co"),
      step(
        "2",
        buildOffboardingSubscription({ id: 2, target_value: "cy@x.co,lea@x.co,zoe@x.co" }),
        "target_value",
        "cy@x.co",
      ),
      step(
        "1",
        buildOffboardingSubscription({ id: 1, target_value: "bo@x.co" }),
        "target_value",
        "bo@x.co,zoe@x.co",
      ),
    ];
    const order = idsOf(items);
    expect(order.indexOf("3")).toBeLessThan(order.indexOf("2"));
    expect(order.indexOf("4")).toBeLessThan(order.indexOf("1"));
    expect([...order].sort()).toEqual(["1", "2", "3", "4"]);
  });
});
