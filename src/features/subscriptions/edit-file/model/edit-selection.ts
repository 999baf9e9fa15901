import type { PlannedDelivery } from "@/data/changes/planned-change";
import type { PlanItem, PlanKind } from "./edit-item";

/** What a person has ticked or unticked; the rest is as it is offered. */
export type PlanChoice = ReadonlyMap<string, boolean>;

/** The kinds in the order in which they are shown. */
export const PLAN_KINDS: readonly PlanKind[] = ["new", "changed", "restored", "deleted", "missing"];

/** Whether an item is to be applied. What calls for caution, or was merely left out of the file, is not by itself. */
export function isTicked(item: PlanItem, choice: PlanChoice): boolean {
  if (item.isBlocked) return false;
  return choice.get(item.key) ?? (item.kind !== "missing" && item.cautions.length === 0);
}

/** The choice with some items ticked or unticked. */
export function withTicked(choice: PlanChoice, items: readonly PlanItem[], ticked: boolean): PlanChoice {
  const next = new Map(choice);
  for (const item of items) if (!item.isBlocked) next.set(item.key, ticked);
  return next;
}

/** What would be sent for an item; null where it cannot be applied. */
export function writeOf({ key, name, write }: PlanItem): PlannedDelivery | null {
  if (write.kind === "create")
    return { key, name, resource: "subscription", kind: "create", body: write.body };
  return write.kind === "change"
    ? { key, name, resource: "subscription", kind: "change", before: write.before, body: write.body }
    : null;
}

/** What will be sent for the items that are ticked. */
export function plannedWrites(items: readonly PlanItem[], choice: PlanChoice): readonly PlannedDelivery[] {
  return items.flatMap((item) => (isTicked(item, choice) ? (writeOf(item) ?? []) : []));
}
