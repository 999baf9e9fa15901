import { expect, it } from "vitest";
import type { PlannedChange } from "@/data/changes/planned-change";
import { createBulkJobItems } from "./bulk-job-items";

/** Creates a change that the plan skips. Only its kind determines the item's initial status. */
const impossible = (why: string): PlannedChange => ({ kind: "impossible", key: why, name: why, why });

it("shows the statuses of the last snapshot, so that a list fits the counts above it", () => {
  const items = createBulkJobItems([impossible("a"), impossible("b")]);
  items.publish();
  items.set(0, "done");
  items.set(1, "failed", "Refused");
  expect([0, 1].map(items.statusAt)).toEqual(["done", "failed"]);
  expect([0, 1].map(items.shownStatusAt)).toEqual(["impossible", "impossible"]);
  expect(items.shownReasonAt(1)).toBe("b");
  items.publish();
  expect([0, 1].map(items.shownStatusAt)).toEqual(["done", "failed"]);
  expect(items.shownReasonAt(1)).toBe("Refused");
});
