import { describeChange } from "@/data/bulk/change-messages";
import { fieldLabel, formatRawValue } from "@/data/changes/change-labels";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import type { ReviewedChange, ReviewedField } from "@/ui/virtual-list/change-review";
import type { EditDiff } from "./edit-diff";
import type { EditItem, EditKind, FieldEdit } from "./edit-item";
import { toPlannedChange } from "./edit-selection";

const KIND_HEADINGS: Readonly<Record<EditKind, string>> = {
  new: "New",
  changed: "Changed",
  restored: "Restored from the bin",
  deleted: "Deleted",
  missing: "Not in the file",
};

/** The heading of a kind. */
export function editKindHeading(kind: EditKind): string {
  return KIND_HEADINGS[kind];
}

/** An item as it is shown: what its heading says already is left out. */
export function describeEditItem(item: EditItem): Pick<ReviewedChange, "fields" | "warning"> {
  const plannedChange = toPlannedChange(item);
  // With a mistake the values are as the file has them, whatever they are.
  const { fields, warning } =
    plannedChange === null ? { fields: item.changes.map(formatRawField) } : describeChange(plannedChange);
  return { fields: fields.filter(({ label }) => label !== STATE_LABEL), warning };
}

/** What a move to the bin or out of it is called. */
const STATE_LABEL = fieldLabel("deleted");

function formatRawField({ field, before, after }: FieldEdit): ReviewedField {
  return { label: fieldLabel(field), before: formatRawValue(before), after: formatRawValue(after) };
}

/** "60 deliveries in the file: 2 new, 1 changed. 57 are as they are on the server." */
export function editSummaryMessage({ items, entries, unchanged }: EditDiff): string {
  const count = (kind: EditKind) => items.filter((item) => item.kind === kind).length;
  const parts = [
    [count("new"), "new"],
    [count("changed"), "changed"],
    [count("restored"), "restored"],
    [count("deleted"), "deleted"],
  ] as const;
  const changeCounts = parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${formatCount(number)} ${word}`);
  const entriesLabel = pluralize(entries, "delivery in the file", "deliveries in the file");
  const unchangedLabel = pluralize(unchanged, "is unchanged", "are unchanged");
  return `${entriesLabel}: ${formatList([...changeCounts, ...(unchanged > 0 ? [unchangedLabel] : [])]) || "nothing to do"}.`;
}
