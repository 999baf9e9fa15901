import type { Subscription } from "@/contract/subscriptions";
import type { PlannedDelivery } from "@/data/changes/planned-change";
import { planBulk } from "@/features/subscriptions/bulk/plan-bulk-changes";
import type { Recipient } from "./recipient-index";

/** What taking several recipients out everywhere means for each delivery: one write with all its removals. */
export function planRemovals(recipients: readonly Recipient[], now: Date): readonly PlannedDelivery[] {
  const addresses = new Map<Subscription, string[]>();
  for (const { address, records } of recipients) {
    for (const record of records) {
      const known = addresses.get(record);
      if (known) known.push(address);
      else addresses.set(record, [address]);
    }
  }
  return [...addresses].flatMap(([record, leaving]) => planOne(record, leaving, now) ?? []);
}

/** The last removal of a row of them holds all: each begins with what the one before leaves. */
function planOne(record: Subscription, leaving: readonly string[], now: Date): PlannedDelivery | undefined {
  let last: PlannedDelivery | undefined;
  for (const recipient of leaving) {
    const value = last?.kind === "change" ? last.body.target_value : undefined;
    const left = value === undefined ? record : { ...record, target_value: value };
    const [write] = planBulk([left], { kind: "remove-recipient", recipient }, now);
    // Some of them alone would be a half-done wish.
    if (write?.kind === "impossible") return { ...write, why: whyNot(leaving, write.why) };
    if (write?.kind === "change") last = { ...write, before: record };
    else last ??= write;
  }
  return last;
}

function whyNot(leaving: readonly string[], why: string): string {
  return leaving.length === 1
    ? why
    : "They are its only recipients, and a delivery needs one. Replace one of them, or delete the delivery.";
}
