import type { ChangeExecutor, SendableChange } from "@/data/changes/planned-change";
import { recordKey } from "@/data/journal/journal-entry";
import { createMemberExecutor } from "@/data/members/member-executor";
import { createSubscriptionExecutor } from "@/data/subscriptions/subscription-executor";

export function getChangeExecutor(change: SendableChange): ChangeExecutor {
  switch (change.resource) {
    case "subscription":
      return createSubscriptionExecutor(change);
    case "member":
      return createMemberExecutor(change);
  }
}

/** Returns a key that is unique across resources, or null for a creation whose ID the server assigns. */
export function changeRecordKey(change: SendableChange): string | null {
  return recordKey({ resource: change.resource, recordId: getChangeExecutor(change).recordId });
}
