import { describeChange } from "@/data/bulk/change-messages";
import type { SendingRules } from "@/data/capabilities/capabilities";
import { fieldLabel, formatRawValue } from "@/data/changes/change-labels";
import { DELIVERY_FIELDS, type PlannedSubscriptionItem } from "@/data/changes/planned-change";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import type { ReviewedChange, ReviewedField } from "@/ui/virtual-list/virtual-list";
import type { ImportDiff } from "./import-diff";
import type { FieldEdit, ImportItem, ImportKind } from "./import-fields";

const KIND_HEADINGS: Readonly<Record<ImportKind, string>> = {
  new: "New",
  changed: "Changed",
  restored: "Restored from Trash",
  deleted: "Deleted",
  missing: "Not in the file",
};

export function importKindHeading(kind: ImportKind): string {
  return KIND_HEADINGS[kind];
}

/** Describes an item without its state, which the group's heading contains. */
export function describeImportItem(
  item: ImportItem,
  rules: SendingRules,
  names: ReferenceNames,
): Pick<ReviewedChange, "fields" | "warning"> {
  const plannedChange = toPlannedChange(item);
  // Without a valid change, the values may be invalid, so they are shown as raw values.
  const { fields, warning } =
    plannedChange === null
      ? { fields: item.changes.map(formatRawField) }
      : describeChange(plannedChange, rules, names);
  return { fields: fields.filter(({ label }) => label !== STATE_LABEL), warning };
}

const STATE_LABEL = fieldLabel("deleted");

function formatRawField({ field, before, after }: FieldEdit): ReviewedField {
  return { label: fieldLabel(field), before: formatRawValue(before), after: formatRawValue(after) };
}

interface ImportCounts {
  /** Number of changes that were made, and not undone. */
  readonly applied: number;
  readonly undone: number;
  readonly total: number;
}

/** Formats the result of an import: "20 changes imported", or "18 of 20 changes imported, 1 undone". */
export function importResultTitle({ applied, undone, total }: ImportCounts): string {
  const changes = pluralize(total, "change", "changes");
  if (applied === total) return `${changes} imported`;
  if (applied === 0 && undone > 0) return "Import undone";
  const imported = `${formatCount(applied)} of ${changes} imported`;
  return undone > 0 ? `${imported}, ${formatCount(undone)} undone` : imported;
}

/** Summarizes a file: "60 subscriptions in the file: 2 new, 1 changed and 57 unchanged." */
export function importSummaryMessage({ items, entries, unchanged }: ImportDiff): string {
  const count = (kind: ImportKind) => items.filter((item) => item.kind === kind).length;
  const countsByLabel = [
    [count("new"), "new"],
    [count("changed"), "changed"],
    [count("restored"), "restored"],
    [count("deleted"), "deleted"],
    [unchanged, "unchanged"],
  ] as const;
  const parts = countsByLabel
    .filter(([number]) => number > 0)
    .map(([number, label]) => `${formatCount(number)} ${label}`);
  const entriesLabel = pluralize(entries, "subscription in the file", "subscriptions in the file");
  return `${entriesLabel}: ${formatList(parts) || "no changes"}.`;
}

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
