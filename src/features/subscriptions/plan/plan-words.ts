import { fieldLabel, valueWords } from "@/data/change-words";
import { listWords, plural } from "@/lib/numbers";
import { joinRecipients, splitRecipients } from "@/lib/recipients";
import { changeEffects, creationEffects } from "../subscription-save-effect";
import type { PlanDiff } from "./plan-diff";
import type { PlanChange, PlanItem, PlanKind } from "./plan-item";

/** A changed field as it is shown: a value before and after, or what comes and goes. */
export type ChangeLine =
  | { readonly kind: "value"; readonly label: string; readonly before: string | null; readonly after: string }
  | {
      readonly kind: "list";
      readonly label: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    };

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

/** The lines of an item; what its heading says already is left out. */
export function changeLines(item: PlanItem): readonly ChangeLine[] {
  const isNew = item.kind === "new";
  return item.changes
    .filter(({ field }) => field !== "deleted")
    .map((change) =>
      isNew ? valueLine(change, true) : (recipientsLine(change) ?? valueLine(change, false)),
    );
}

function valueLine({ field, before, after }: PlanChange, isNew: boolean): ChangeLine {
  return {
    kind: "value",
    label: fieldLabel(field),
    before: isNew ? null : valueWords(before),
    after: valueWords(after),
  };
}

/** Recipients that come and go, byte for byte; null where only their order or what stands between them differs. */
function recipientsLine({ field, before, after }: PlanChange): ChangeLine | null {
  if (field !== "target_value" || typeof before !== "string" || typeof after !== "string") return null;
  const [old, fresh] = [splitRecipients(before), splitRecipients(after)];
  const added = fresh.filter((each) => !old.includes(each));
  const removed = old.filter((each) => !fresh.includes(each));
  const isTold = added.length + removed.length > 0 && joinRecipients(old) === before;
  return isTold ? { kind: "list", label: fieldLabel(field), added, removed } : null;
}

/** What leaves the house at once when an item is applied, as sentences. */
export function sendingWords({ write }: PlanItem): readonly string[] {
  if (write.kind === "none") return [];
  const effects =
    write.kind === "create" ? creationEffects(write.body) : changeEffects(write.before, write.body);
  return effects.filter(({ sends }) => sends).map(({ text }) => text);
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
  const found = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  const head = plural(entries, "delivery in the file", "deliveries in the file");
  const same = unchanged === 1 ? "1 is unchanged" : `${unchanged} are unchanged`;
  return `${head}: ${listWords([...found, ...(unchanged > 0 ? [same] : [])]) || "nothing to do"}.`;
}
