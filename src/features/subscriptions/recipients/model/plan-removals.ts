import type { Subscription } from "@/contract/subscriptions";
import type { PlannedSubscriptionItem } from "@/data/changes/planned-change";
import { planBulkChanges } from "@/features/subscriptions/bulk/plan-bulk-changes";
import type { ReferenceNames } from "@/lib/search/record-schema";
import type { Recipient } from "./recipient-index";

/** Plans one change per subscription, which removes all given recipients of that subscription. */
export function planRecipientRemovals(
  recipients: readonly Recipient[],
  now: Date,
  names?: ReferenceNames,
): readonly PlannedSubscriptionItem[] {
  const addresses = new Map<Subscription, string[]>();
  for (const { address, records } of recipients) {
    for (const record of records) {
      const addressesOfRecord = addresses.get(record);
      if (addressesOfRecord) addressesOfRecord.push(address);
      else addresses.set(record, [address]);
    }
  }
  return [...addresses].flatMap(
    ([record, removedAddresses]) => planSubscriptionRemovals(record, removedAddresses, now, names) ?? [],
  );
}

/** Plans the removals one after another, so that the last change contains all of them. */
function planSubscriptionRemovals(
  record: Subscription,
  removedAddresses: readonly string[],
  now: Date,
  names: ReferenceNames | undefined,
): PlannedSubscriptionItem | undefined {
  let lastChange: PlannedSubscriptionItem | undefined;
  for (const recipient of removedAddresses) {
    const value = lastChange?.kind === "change" ? lastChange.body.target_value : undefined;
    const remainingRecord = value === undefined ? record : { ...record, target_value: value };
    const [plannedChange] = planBulkChanges(
      [remainingRecord],
      { kind: "remove-recipient", recipient },
      now,
      names,
    );
    // If one removal is impossible, the other recipients aren't removed either.
    if (plannedChange?.kind === "impossible")
      return { ...plannedChange, why: removalRefusal(removedAddresses, plannedChange.why) };
    if (plannedChange?.kind === "change") lastChange = { ...plannedChange, before: record };
    else lastChange ??= plannedChange;
  }
  return lastChange;
}

function removalRefusal(removedAddresses: readonly string[], why: string): string {
  return removedAddresses.length === 1
    ? why
    : "The selected recipients are the only ones. Replace one of them or delete the subscription.";
}
