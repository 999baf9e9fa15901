import { DELIVERY_FIELDS, type PlannedSubscriptionItem } from "@/data/changes/planned-change";
import type { EditItem, EditKind } from "./edit-item";

/** What a person has ticked or unticked; the rest is as it is offered. */
export type EditSelection = ReadonlyMap<string, boolean>;

/** The kinds in the order in which they are shown. */
export const EDIT_KINDS: readonly EditKind[] = ["new", "changed", "restored", "deleted", "missing"];

/** Whether an item is to be applied. What calls for caution, or was merely left out of the file, is not by itself. */
export function isItemSelected(item: EditItem, selection: EditSelection): boolean {
  if (item.isBlocked) return false;
  return selection.get(item.key) ?? (item.kind !== "missing" && item.warnings.length === 0);
}

/** The choice with some items ticked or unticked. */
export function selectItems(
  selection: EditSelection,
  items: readonly EditItem[],
  isSelected: boolean,
): EditSelection {
  const next = new Map(selection);
  for (const item of items) if (!item.isBlocked) next.set(item.key, isSelected);
  return next;
}

/** What would be sent for an item; null where it cannot be applied. */
export function toPlannedChange({ key, name, plannedChange }: EditItem): PlannedSubscriptionItem | null {
  if (plannedChange.kind === "create")
    return { key, name, resource: "subscription", kind: "create", body: plannedChange.body };
  return plannedChange.kind === "change"
    ? {
        key,
        name,
        resource: "subscription",
        kind: "change",
        before: plannedChange.before,
        body: plannedChange.body,
        ...(plannedChange.body.deleted === true && { precondition: DELIVERY_FIELDS }),
      }
    : null;
}

/** What will be sent for the items that are ticked. */
export function toPlannedChanges(
  items: readonly EditItem[],
  selection: EditSelection,
): readonly PlannedSubscriptionItem[] {
  return items.flatMap((item) => (isItemSelected(item, selection) ? (toPlannedChange(item) ?? []) : []));
}
