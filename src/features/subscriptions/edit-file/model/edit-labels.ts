import { reviewedWrite } from "@/data/bulk/change-messages";
import { fieldLabel, rawWords } from "@/data/changes/change-labels";
import { formatCount, listWords, plural } from "@/lib/text/numbers";
import type { ReviewedChange, ReviewedField } from "@/ui/virtual-list/change-review";
import type { PlanDiff } from "./edit-diff";
import type { PlanChange, PlanItem, PlanKind } from "./edit-item";
import { writeOf } from "./edit-selection";

const HEADINGS: Readonly<Record<PlanKind, string>> = {
  new: "New",
  changed: "Changed",
  restored: "Restored from the bin",
  deleted: "Deleted",
  missing: "Not in the file",
};

/** The heading of a kind. */
export function kindHeading(kind: PlanKind): string {
  return HEADINGS[kind];
}

/** An item as it is shown: what its heading says already is left out. */
export function shownItem(item: PlanItem): Pick<ReviewedChange, "fields" | "warning"> {
  const write = writeOf(item);
  // With a mistake the values are as the file has them, whatever they are.
  const { fields, warning } = write === null ? { fields: item.changes.map(rawField) } : reviewedWrite(write);
  return { fields: fields.filter(({ label }) => label !== STATE_LABEL), warning };
}

/** What a move to the bin or out of it is called. */
const STATE_LABEL = fieldLabel("deleted");

function rawField({ field, before, after }: PlanChange): ReviewedField {
  return { label: fieldLabel(field), before: rawWords(before), after: rawWords(after) };
}

/** "60 deliveries in the file: 2 new, 1 changed. 57 are as they are on the server." */
export function summaryWords({ items, entries, unchanged }: PlanDiff): string {
  const count = (kind: PlanKind) => items.filter((item) => item.kind === kind).length;
  const parts = [
    [count("new"), "new"],
    [count("changed"), "changed"],
    [count("restored"), "restored"],
    [count("deleted"), "deleted"],
  ] as const;
  const found = parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${formatCount(number)} ${word}`);
  const head = plural(entries, "delivery in the file", "deliveries in the file");
  const same = plural(unchanged, "is unchanged", "are unchanged");
  return `${head}: ${listWords([...found, ...(unchanged > 0 ? [same] : [])]) || "nothing to do"}.`;
}
