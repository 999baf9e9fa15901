import type { SubscriptionChange } from "@/api/subscriptions";
import { DELIVERY_FIELDS, type PlannedSubscriptionItem } from "@/data/changes/planned-change";
import { subscriptionLabel } from "@/features/subscriptions/model/subscription-rules";
import { appendRecipients } from "@/lib/recipients/edit-recipients";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { type DuplicateGroup, recipientsOnlyInOthers } from "./duplicates";

/**
 * Plans to keep one record and delete the others. `addMissing` first adds their recipients to the remaining record.
 */
export function planDuplicateRemoval(
  group: DuplicateGroup,
  keptId: number,
  { addMissing, names }: { readonly addMissing: boolean; readonly names?: ReferenceNames },
): readonly PlannedSubscriptionItem[] {
  const keptRecord = group.find(({ id }) => id === keptId);
  if (keptRecord === undefined) return [];
  const missing =
    addMissing && keptRecord.target_type === "email" ? recipientsOnlyInOthers(keptRecord, group) : [];
  const target = appendRecipients(keptRecord.target_value, missing);
  const isAdding = missing.length > 0;
  const change = (
    record: typeof keptRecord,
    body: SubscriptionChange,
    after?: readonly string[],
  ): PlannedSubscriptionItem => ({
    key: String(record.id),
    name: subscriptionLabel(record, names),
    resource: "subscription",
    kind: "change",
    before: record,
    body,
    // The records are duplicates only while these fields are unchanged.
    precondition: DELIVERY_FIELDS,
    ...(after !== undefined && { after }),
    // The remaining record may change while the plan runs, so each deletion checks it first.
    ...(body.deleted === true && { replacedBy: { ...keptRecord, target_value: target } }),
  });
  // The other records are deleted only after their recipients are added, so that a failure never
  // leaves recipients without a subscription.
  const after = isAdding ? [String(keptRecord.id)] : undefined;
  return [
    isAdding
      ? change(keptRecord, { target_value: target })
      : {
          key: String(keptRecord.id),
          name: subscriptionLabel(keptRecord, names),
          kind: "nothing",
          why: "Kept unchanged.",
        },
    ...group
      .filter((record) => record !== keptRecord)
      .map((record) => change(record, { deleted: true }, after)),
  ];
}
