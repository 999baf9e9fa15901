import type { RecordWriter } from "@/data/changes/change-executor";
import type { SentWrite } from "@/data/changes/planned-change";
import { recordKey } from "@/data/journal/journal-entry";
import { memberWriter } from "@/data/members/member-executor";
import { subscriptionWriter } from "@/data/subscriptions/subscription-executor";

/** How a write is looked at and sent: the one place that knows which resource has which writer. */
export function writerOf(write: SentWrite): RecordWriter {
  switch (write.resource) {
    case "subscription":
      return subscriptionWriter(write);
    case "member":
      return memberWriter(write);
  }
}

/** What tells the record of a write apart from those of all resources; null for one that the server numbers. */
export function recordKeyOf(write: SentWrite): string | null {
  return recordKey({ resource: write.resource, recordId: writerOf(write).recordId });
}
