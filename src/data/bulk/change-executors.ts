import type { ChangeExecutor } from "@/data/changes/change-executor";
import type { SendableChange } from "@/data/changes/planned-change";
import { recordKey } from "@/data/journal/journal-entry";
import { createMemberExecutor } from "@/data/members/member-executor";
import { createSubscriptionExecutor } from "@/data/subscriptions/subscription-executor";

/** How a write is looked at and sent: the one place that knows which resource has which writer. */
export function getChangeExecutor(change: SendableChange): ChangeExecutor {
  switch (change.resource) {
    case "subscription":
      return createSubscriptionExecutor(change);
    case "member":
      return createMemberExecutor(change);
  }
}

/** What tells the record of a write apart from those of all resources; null for one that the server numbers. */
export function changeRecordKey(change: SendableChange): string | null {
  return recordKey({ resource: change.resource, recordId: getChangeExecutor(change).recordId });
}
