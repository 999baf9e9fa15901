import { DELIVERY_FIELDS, type PlannedSubscriptionItem } from "@/data/changes/planned-change";
import type { ImportItem, ImportKind } from "./import-item";

/** Items that the user has selected or deselected, by key. Other items have their default. */
export type ImportSelection = ReadonlyMap<string, boolean>;

/** Kinds in the page's order. */
export const IMPORT_KINDS: readonly ImportKind[] = ["new", "changed", "restored", "deleted", "missing"];

/** Whether an item is selected. By default, missing subscriptions and items with warnings aren't. */
export function isItemSelected(item: ImportItem, selection: ImportSelection): boolean {
  if (item.isBlocked) return false;
  return selection.get(item.key) ?? (item.kind !== "missing" && item.warnings.length === 0);
}

export function selectItems(
  selection: ImportSelection,
  items: readonly ImportItem[],
  isSelected: boolean,
): ImportSelection {
  const next = new Map(selection);
  for (const item of items) if (!item.isBlocked) next.set(item.key, isSelected);
  return next;
}

/** Returns an item's change, or null if the item has no valid change. */
export function toPlannedChange({ key, name, plannedChange }: ImportItem): PlannedSubscriptionItem | null {
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

export function toPlannedChanges(
  items: readonly ImportItem[],
  selection: ImportSelection,
): readonly PlannedSubscriptionItem[] {
  return items.flatMap((item) => (isItemSelected(item, selection) ? (toPlannedChange(item) ?? []) : []));
}
