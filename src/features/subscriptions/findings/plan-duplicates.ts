import type { SubscriptionChange } from "@/contract/subscriptions";
import type { PlannedDelivery } from "@/data/changes/planned-change";
import { titleOf } from "@/features/subscriptions/model/subscription-rules";
import { joinRecipients } from "@/lib/recipients/recipient-text";
import { splitRecipients } from "@/lib/recipients/recipients";
import { type DuplicateGroup, onlyInOthers } from "./duplicates";

/** What makes one delivery of a group: its others go to the bin; who was in them only comes into it where that is wanted. */
export function planDuplicates(
  group: DuplicateGroup,
  keptId: number,
  { addMissing }: { readonly addMissing: boolean },
): readonly PlannedDelivery[] {
  const kept = group.find(({ id }) => id === keptId);
  if (kept === undefined) return [];
  const missing = addMissing && kept.target_type === "email" ? onlyInOthers(kept, group) : [];
  const target = joinRecipients([...splitRecipients(kept.target_value), ...missing]);
  const change = (
    record: typeof kept,
    body: SubscriptionChange,
    after?: readonly string[],
  ): PlannedDelivery => ({
    key: String(record.id),
    name: titleOf(record).text,
    resource: "subscription",
    kind: "change",
    before: record,
    body,
    ...(after !== undefined && { after }),
  });
  const isAdding = missing.length > 0;
  // Nobody loses a delivery before the one that stays reaches them.
  const after = isAdding ? [String(kept.id)] : undefined;
  return [
    isAdding
      ? change(kept, { target_value: target })
      : { key: String(kept.id), name: titleOf(kept).text, kind: "nothing", why: "It stays as it is." },
    ...group.filter((record) => record !== kept).map((record) => change(record, { deleted: true }, after)),
  ];
}
